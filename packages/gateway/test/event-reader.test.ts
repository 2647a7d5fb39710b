import { describe, expect, test } from "vitest";
import { readEvents, type ServerEvent } from "../src/upstream/event-reader.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string, size = text.length * 4, maxChars = 1_000): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(inPieces(new TextEncoder().encode(text), size), maxChars)) events.push(event);
  return events;
}

const data = async (text: string, size?: number) => (await read(text, size)).map((event) => event.data);

describe("a stream of events", () => {
  test.each([
    ["line feeds", "event: message\ndata: one\n\ndata: two\n\n"],
    ["carriage returns", "event: message\rdata: one\r\rdata: two\r\r"],
    ["both", "event: message\r\ndata: one\r\n\r\ndata: two\r\n\r\n"],
    ["comments between", ": hello\n\ndata: one\n: in between\n\n:\ndata: two\n\n"],
    ["no space after the colon", "data:one\n\ndata:two\n\n"],
    ["unknown fields", "foo: bar\ndata: one\n\ndata: two\nfoo\n\n"],
  ])("is read with %s, cut anywhere", async (_what, text) => {
    // A carriage return at the very end waits for a line feed that never comes; two bytes more show that it is over.
    for (const size of [1, 2, 3, 1_000]) expect(await data(`${text}:\n`, size)).toEqual(["one", "two"]);
  });

  test("joins several lines of data", async () => {
    expect(await data("data: a\ndata:\ndata: b\n\n")).toEqual(["a\n\nb"]);
  });

  test("keeps characters whole that are cut between two pieces", async () => {
    for (const size of [1, 2, 3]) expect(await data("data: 漢字 🙂\n\n", size)).toEqual(["漢字 🙂"]);
  });

  test("drops an event that never ends", async () => {
    expect(await data("data: one\n\ndata: half")).toEqual(["one"]);
  });

  test("gives id and retry, also without data", async () => {
    expect(await read("id: 7\nretry: 500\ndata:\n\nretry: 9\n\nretry: soon\ndata: x\n\n")).toEqual([
      { data: "", id: "7", retryMs: 500 },
      { data: "", id: "7", retryMs: 9 },
      { data: "x", id: "7", retryMs: undefined },
    ]);
  });

  test("refuses an event beyond its bound, in one line or in many, and takes any number within it", async () => {
    await expect(read(`data: ${"x".repeat(1_001)}\n\n`)).rejects.toThrow(RangeError);
    await expect(read(`data: ${"x".repeat(300)}\n`.repeat(4))).rejects.toThrow(RangeError);
    expect(await read(`data: ${"x".repeat(900)}\n\n`.repeat(50))).toHaveLength(50);
  });

  test("refuses a line that never ends", async () => {
    await expect(read("x".repeat(200_000), 1_000)).rejects.toThrow(RangeError);
  });
});
