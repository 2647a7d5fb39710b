// What an API answers, as a tool's result.

import { expect, test } from "vitest";
import { answers, called } from "./called.ts";

test.each([
  ["an object", '{"a":1}'],
  ["a list", "[1,2]"],
  ["a text", '"a"'],
  ["a number", "0"],
  ["a boolean", "false"],
])("JSON that is %s is structured content, and its text as it came", async (_what, json) => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "application/problem+json",
    "application/vnd.a+json",
    "text/json",
  ]) {
    const { result, text } = await called(answers(json, { type }));
    expect(result.structuredContent).toEqual(JSON.parse(json));
    expect(text).toBe(json);
    expect(result.isError).not.toBe(true);
  }
});

test("JSON's null is text, for it has no structure", async () => {
  const { result, text } = await called(answers("null", { type: "application/json" }));
  expect(text).toBe("null");
  expect(result).not.toHaveProperty("structuredContent");
});

test("JSON without a type is JSON, with a byte order mark too", async () => {
  const bytes = new TextEncoder().encode('\ufeff{"a":1}');
  expect((await called(answers(bytes))).result.structuredContent).toEqual({ a: 1 });
});

test.each(['{"a":', "<html>", "a"])("what is said to be JSON and is not is text: %j", async (body) => {
  const { result, text } = await called(answers(body, { type: "application/json" }));
  expect(text).toBe(body);
  expect(result).not.toHaveProperty("structuredContent");
  expect(result.isError).not.toBe(true);
});

test.each([
  [204, null],
  [200, ""],
  [202, null],
])("an answer of %i without a body is an empty result", async (status, body) => {
  const { result } = await called(answers(body, { status, type: "application/json" }));
  expect(result).toMatchObject({ content: [], _meta: { "http/status": status } });
});

test.each(["text/plain", "text/html", "application/xml", "image/svg+xml", "text/csv; charset=utf-8", "application/yaml"])(
  "%s is text, and JSON in it stays text",
  async (type) => {
    const { result, text } = await called(answers('{"a":"é"}', { type }));
    expect(text).toBe('{"a":"é"}');
    expect(result).not.toHaveProperty("structuredContent");
  },
);

test.each([
  ["iso-8859-1", [233], "é"],
  ["UTF-16LE", [0xe9, 0], "é"],
  ["no-such-charset", [0xc3, 0xa9], "é"],
])("text in %s is read as what it is", async (charset, bytes, expected) => {
  const { text } = await called(answers(new Uint8Array(bytes), { type: `text/plain; charset=${charset}` }));
  expect(text).toBe(expected);
});

const BYTES = new Uint8Array([0, 255, 128, 10]);
const BASE64 = "AP+ACg==";

test.each([
  ["image/png", { type: "image", data: BASE64, mimeType: "image/png" }],
  ["IMAGE/JPEG; q=1", { type: "image", data: BASE64, mimeType: "image/jpeg" }],
  ["audio/mpeg", { type: "audio", data: BASE64, mimeType: "audio/mpeg" }],
  ["application/pdf", { type: "resource", resource: { uri: "urn:answer", mimeType: "application/pdf", blob: BASE64 } }],
  ["application/octet-stream", { type: "resource", resource: { uri: "urn:answer", mimeType: "application/octet-stream", blob: BASE64 } }],
  ["video/mp4", { type: "resource", resource: { uri: "urn:answer", mimeType: "video/mp4", blob: BASE64 } }],
])("%s is content of its kind", async (type, content) => {
  expect((await called(answers(BYTES, { type }))).result.content).toEqual([content]);
});

test("a resource is named by where it came from, without what a query may hold", async () => {
  const fetch: typeof globalThis.fetch = async () => {
    const response = new Response(BYTES, { headers: { "content-type": "application/pdf" } });
    return Object.defineProperty(response, "url", { value: "https://api.test/v1/it?key=secret" });
  };
  const [content] = (await called(fetch)).result.content;
  expect(content).toMatchObject({ resource: { uri: "https://api.test/v1/it" } });
});

test("where the next page is is said beside the result", async () => {
  const link = '<https://api.test/v1/it?page=2>; rel="next"';
  const { result } = await called(answers("[]", { type: "application/json", headers: { link } }));
  expect(result._meta).toEqual({ "http/status": 200, "http/link": link });
});

/** A body that never ends, and whether its reader was told to stop. */
function endless(type: string, status = 200) {
  const state = { bytes: 0, cancelled: false };
  const chunk = new TextEncoder().encode("x".repeat(65_536));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.bytes += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { state, fetch: answers(body, { type, status }) };
}

test.each(["application/json", "text/plain", "application/pdf", "image/png"])(
  "an answer of %s that never ends is cut off",
  async (type) => {
    const { state, fetch } = endless(type);
    const { result, text } = await called(fetch);
    expect(result.isError).toBe(true);
    expect(text).toContain("more than 1048576 bytes");
    expect(state.cancelled).toBe(true);
    expect(state.bytes).toBeLessThan(1_048_576 + 4 * 65_536);
  },
);

test("a failure that never ends is cut off, and said as far as it was read", async () => {
  const { state, fetch } = endless("text/plain", 500);
  const { text = "" } = await called(fetch);
  expect(text).toMatch(/^the API answered 500: x+/);
  expect(text.length).toBeLessThan(2_100);
  expect(state.cancelled).toBe(true);
  expect(state.bytes).toBeLessThan(4 * 65_536);
});
