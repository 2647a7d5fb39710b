// What fuzzing has found, as one input each.

import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { handshake, json, serve, stateless } from "../../packages/server/test/mcp.ts";
import { listen, sendTo } from "../attacks/served.ts";
import { INSIDE } from "./invariants.ts";

const ok = tool({ description: "x", execute: () => "ok" });
const NO_TEXT = { toString: 1, valueOf: 1 };
const oauth = { authorizationServers: ["https://login.test"] };
const known = {
  verify: ({ token }: { readonly token: string | undefined }) => (token === "good" ? { subject: "s" } : undefined),
  log: () => {},
};

describe("an object that no text can be made of", () => {
  test.each([[NO_TEXT], [[NO_TEXT]], [{ toString: null, valueOf: null }]])("as a cursor is an unknown cursor: %j", async (cursor) => {
    for (const request of [handshake("tools/list", { cursor }), stateless("tools/list", { cursor })]) {
      const response = await serve({ ok })(request);
      expect([response.status, (await json(response)).error.code]).toEqual([200, -32602]);
    }
  });

  test("as a name among the parameters is nobody's failure either, where callers are verified", async () => {
    const headers = { authorization: "Bearer good", "mcp-name": "ok", "mcp-protocol-version": "2025-11-25" };
    for (const [method, outcome] of [
      ["tools/list", 200],
      ["tools/call", 200],
      ["ping", 200],
    ] as const)
      expect([method, (await serveTools({ ok }, known)(handshake(method, { name: NO_TEXT }, { headers }))).status]).toEqual([
        method,
        outcome,
      ]);
  });
});

describe("a metadata document asked for at a URL that can be no audience", () => {
  test.each(["https://shop.test/.well-known/oauth-protected-resource/a%2fb", "http://shop.test/.well-known/oauth-protected-resource"])(
    "%s is refused as everything else there is, and is no failure of the server",
    async (url) => {
      const failures: unknown[] = [];
      const handler = serveTools({ ok }, { ...known, oauth, onError: (error) => void failures.push(error) });
      expect((await handler(new Request(url))).status).toBe(401);
      expect(failures).toEqual([]);
    },
  );
});

describe("a forwarded host that makes no URL", () => {
  test.each([
    ["https", "a b"],
    ["://", "shop.test"],
    ["https", "[::1"],
  ])("%s and %s leave the server without a URL of its own: a 401, as without a token", async (protocol, host) => {
    const failures: unknown[] = [];
    const handler = serveTools({ ok }, { ...known, oauth, onError: (error) => void failures.push(error) });
    const origin = await listen(nodeListener(handler, { trustProxy: true }));
    const forwarded = { "x-forwarded-proto": protocol, "x-forwarded-host": host };
    expect((await sendTo(origin, handshake("ping"), forwarded)).status).toBe(401);
    const get = await fetch(`${origin}/mcp`, { headers: forwarded });
    expect([get.status, failures]).toEqual([401, []]);
  });

  test("also where a runtime's token is asked for", async () => {
    const runtime = await testRuntime();
    const origin = await listen(nodeListener(serveTools({ ok }, runtime.options), { trustProxy: true }));
    const request = await runtime.request("https://shop.test/mcp", "ok");
    expect((await sendTo(origin, request, { "x-forwarded-proto": "https", "x-forwarded-host": "a b" })).status).toBe(401);
  });
});

const startError = (input: unknown): string => {
  try {
    serve({ it: tool({ description: "x", input: input as never, execute: () => 1 }) });
    return "served";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test.each([false, 7, "text"])("%j for a schema is refused with the way out, not with the engine's words", (input) => {
  expect(startError(input)).toBe(
    'tool "it": its input is no schema; give a TypeBox schema, a Standard JSON Schema or a JSON Schema object',
  );
});

describe("a keyword whose value is of another kind than it must be", () => {
  const BROKEN: readonly object[] = [
    { anyOf: false },
    { oneOf: "a" },
    { oneOf: [null] },
    { allOf: {} },
    { enum: {} },
    { required: { a: true } },
    { required: "a" },
    { dependentSchemas: null },
    { type: "object", properties: { a: { type: { b: 1 } } } },
    { type: "object", properties: { a: { enum: "abc" } } },
    { type: "object", properties: { a: { type: "string", format: "__proto__" } } },
  ];

  test.each(BROKEN)("is told at start, by its place: %j", (broken) => {
    expect(startError({ type: "object", ...broken })).toMatch(
      /^tool "it": its input .*(anyOf|oneOf|allOf|enum|required|dependentSchemas|type|format)/,
    );
  });

  test.each(BROKEN)("never reaches a model as the interpreter's own words: %j", async (broken) => {
    let handler: ReturnType<typeof serve>;
    try {
      handler = serve({ it: tool({ description: "x", input: { type: "object", ...broken }, execute: () => 1 }) });
    } catch {
      return;
    }
    expect(await (await handler(stateless("tools/call", { name: "it", arguments: { a: "b" } }))).text()).not.toMatch(INSIDE);
  });
});

test.each([
  { type: "object", properties: { a: { $ref: "#/$defs/%" } }, $defs: { b: {} } },
  { type: "object", properties: { "\ud800": {} } },
])("a name or reference that no URI can hold is told by its place: %j", (input) => {
  expect(startError(input)).not.toMatch(/URI malformed/);
});

test("a plain JSON Schema that its author changes after the start is published as it judges", async () => {
  const input = { type: "object", properties: { a: { type: "string" } } };
  const handler = serve({ it: tool({ description: "x", input, execute: () => "ran" }) });
  input.properties.a.type = "number";
  expect(await (await handler(stateless("tools/list"))).text()).toContain('"a":{"type":"string"}');
  expect((await json(handler(stateless("tools/call", { name: "it", arguments: { a: "text" } })))).result.content[0].text).toBe("ran");
});

describe("what an author's own code throws while a failure is told", () => {
  test("a log that throws does not make the handler reject", async () => {
    const broken = () => {
      throw new Error("the log is full");
    };
    const handler = serveTools({ ok }, { verify: broken, log: () => {}, onError: broken });
    expect((await handler(handshake("ping", {}, { headers: { authorization: "Bearer good" } }))).status).toBe(500);
  });

  test.each([
    [
      "at once",
      (error: unknown) => {
        throw error;
      },
    ],
    ["later", (error: unknown) => Promise.reject(error)],
  ])("an error whose message can't be read is a failed call, thrown %s", async (_when, fail) => {
    const unreadable = Object.defineProperty(new Error(), "message", {
      get: () => {
        throw new Error("no message");
      },
    });
    const handler = serve({ it: tool({ description: "x", execute: () => fail(unreadable) }) });
    expect((await json(handler(stateless("tools/call", { name: "it" })))).result.isError).toBe(true);
  });
});
