// HTTP around a message: the right headers, some of them bent; and bodies that are no message at all.

import fc from "fast-check";
import { message } from "./messages.ts";

/** What a request is made of. Headers are as on the wire: several of one name are joined by whoever reads them. */
export interface Input {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The message the body was written from, where it was. */
  readonly value: unknown;
}

const NAMES = [
  "content-type",
  "accept",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-param-city",
  "mcp-session-id",
  "last-event-id",
  "authorization",
  "origin",
  "host",
  "content-length",
  "content-encoding",
  "access-control-request-method",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-api-key",
  "cookie",
];

const VALUES = [
  "",
  " ",
  ",",
  ";;",
  "*",
  "null",
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON;a=b",
  "text/plain",
  "text/event-stream",
  "text/event-stream;q=0, */*",
  "gzip",
  "identity",
  "2026-07-28",
  "2025-11-25",
  "1999-01-01",
  "2026-07-28, 2025-11-25",
  "tools/call",
  "ping",
  "echo",
  "=?base64?ZWNobw==?=",
  "=?base64?/w==?=",
  "=?base64?%?=",
  "Bearer",
  "Bearer good",
  "Bearer a.b.c",
  "Bearer e30.e30.AAAA",
  "Basic Z29vZA==",
  "https://evil.example",
  "http://localhost:9999",
  "https://app.test",
  "localhost",
  "127.0.0.1:0",
  "[::1",
  "evil.example",
  "a".repeat(20_000),
  "0",
  "-1",
  "1e99",
  "99999999999999999999",
  "POST",
];

/** Text that a header can carry: no end of a line, nothing beyond one byte. */
const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 30 });
const headerName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z][a-z-]{0,20}$/) },
);
const headerValue = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: headerText });

/** Bent headers, few more often than many; one that is undefined is taken away. */
const headers = fc.oneof(
  fc.constant([]),
  fc.array(fc.tuple(headerName, fc.option(headerValue, { nil: undefined, freq: 5 })), { minLength: 1, maxLength: 3 }),
  fc.array(fc.tuple(headerName, headerValue), { maxLength: 12 }),
);

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant("POST") },
  { weight: 3, arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "post", "X") },
);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constant("/mcp") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "/",
      "//",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/a%2fb",
      "/mcp?a=b",
      "/%ff",
      "/a/../b",
      "/\\",
    ),
  },
);

const junk = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.integer({ min: 4_194_300, max: 4_194_310 }).map((length) => " ".repeat(length)),
  fc.constantFrom("", " ", "null", "[]", "{}", '"text"', "[".repeat(100_000), `{"a":`.repeat(50_000), `[${"0,".repeat(1_000)}0]`),
);

export const input: fc.Arbitrary<Input> = fc
  .record({
    method,
    path,
    bent: headers,
    content: fc.oneof(
      { weight: 9, arbitrary: message.map(({ text, value, headers }) => ({ body: text, value, headers })) },
      { weight: 1, arbitrary: junk.map((body) => ({ body, value: undefined, headers: {} })) },
    ),
  })
  .map(({ method, path, bent, content }) => {
    const all: Record<string, string | undefined> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...content.headers,
      ...Object.fromEntries(bent),
    };
    const headers = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
    return { method, path, headers, body: content.body, value: content.value };
  });
