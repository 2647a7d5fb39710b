import {
  createRequestStateCodec,
  REQUEST_STATE_LIFE_MS,
  REQUEST_STATE_MAX_CHARS,
  type RequestState,
  RequestStateError,
  toStateKeyBytes,
} from "@toolcrib/core";
import { expect, test } from "vitest";

const key = (byte: number) => new Uint8Array(32).fill(byte);
const state: RequestState = {
  caller: "anonymous",
  tool: "refund",
  argumentsDigest: "d".repeat(43),
  callId: "call-1",
  answers: [{ ok: true }],
  asks: "answer",
  approved: false,
  question: { message: "Sure?", form: { type: "object", properties: { ok: { type: "boolean" } } } },
};
const NOW = 1_800_000_000_000;

test("what is encoded is decoded, within its life of ten minutes [wire.state-life]", async () => {
  const codec = createRequestStateCodec([key(1)]);
  const text = await codec.encode(state, NOW);
  expect(await codec.decode(text, NOW + REQUEST_STATE_LIFE_MS - 1)).toEqual(state);
  await expect(codec.decode(text, NOW + REQUEST_STATE_LIFE_MS)).rejects.toThrow(RequestStateError);
});

test("the first key signs and all keys verify [wire.state-keys-rotate]", async () => {
  const old = await createRequestStateCodec([key(1)]).encode(state, NOW);
  const rotated = createRequestStateCodec([key(2), key(1)]);
  expect(await rotated.decode(old, NOW)).toEqual(state);
  expect(await createRequestStateCodec([key(2)]).decode(await rotated.encode(state, NOW), NOW)).toEqual(state);
});

test("every changed character, and every form that is not ours, is refused with one text", async () => {
  const codec = createRequestStateCodec([key(1)]);
  const text = await codec.encode(state, NOW);
  const [payload, mac] = text.split(".") as [string, string];
  const altered = [0, 10, payload.length - 1, payload.length + 1, text.length - 1].map(
    (at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1),
  );
  const forged = [
    ...altered,
    "",
    ".",
    payload,
    `${payload}.`,
    `.${mac}`,
    `${text}.x`,
    `${text}-TAMPERED`,
    `${payload}=.${mac}`,
    "x".repeat(REQUEST_STATE_MAX_CHARS + 1),
  ];
  const otherKey = await createRequestStateCodec([key(9)]).encode(state, NOW);

  for (const bad of [...forged, otherKey]) {
    const error = await codec.decode(bad, NOW).catch((thrown: unknown) => thrown);
    expect(error, bad.slice(0, 60)).toBeInstanceOf(RequestStateError);
    expect((error as Error).message).toBe("requestState is not valid for this request; send the call again without it");
  }
});

test("a key needs 32 bytes, counted in UTF-8 for a string", () => {
  expect(toStateKeyBytes("x".repeat(31))).toBe("has 31 bytes; 32 or more are needed");
  expect(toStateKeyBytes("ü".repeat(16))).toHaveLength(32);
  expect(toStateKeyBytes(new Uint8Array(40))).toHaveLength(40);
});
