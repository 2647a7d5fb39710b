// What a secret can leak through: the wire, and the lines a server writes to its log when nobody told it where to.

import { serveTools } from "@toolcrib/server";
import { testRuntime } from "@toolcrib/testing";
import { schema, tool } from "@toolcrib/tools";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { call, handshakeCall, serve, URL_OF_TESTS } from "../../packages/server/test/mcp.ts";

const SECRET = "sk-live-7f3a9c";
const STACK = /\bat .+:\d+:\d+|node_modules|file:\/\//;

afterEach(() => void vi.restoreAllMocks());

/** Everything a process prints, by whatever name. */
function listenToOutput(): () => string {
  const spies = [
    ...(["log", "info", "warn", "error", "debug", "trace"] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {})),
    vi.spyOn(process.stdout, "write").mockImplementation(() => true),
    vi.spyOn(process.stderr, "write").mockImplementation(() => true),
  ];
  return () => JSON.stringify(spies.flatMap(({ mock }) => mock.calls));
}

const refused = tool({
  description: "x",
  input: schema.Object({ key: schema.Integer(), list: schema.Optional(schema.Array(schema.Literal("a"))) }),
  execute: () => 1,
});
const throws = tool({
  description: "x",
  input: { type: "object" },
  execute: () => {
    throw new Error("the provider said no", { cause: new Error(SECRET) });
  },
});
const masked = tool({
  description: "x",
  env: ["PROVIDER_KEY"],
  execute: (_args, { env }) => {
    throw new Error(`401 for ${env.PROVIDER_KEY}`);
  },
});

describe("openai/openai-agents-js#1579, openai/openai-agents-js#1512, openai/openai-agents-js#1552, openai/openai-agents-js#1551: a secret in arguments, headers, URL, token or cause", () => {
  const calls = {
    "arguments that do not fit": () => call("refused", { key: SECRET, list: [SECRET], [SECRET.toUpperCase()]: 1 }),
    "a handler that throws": () => call("throws", { key: SECRET }),
    "an env value in an error": () => call("masked"),
    "an unknown tool": () => call("nope", { key: SECRET }),
    "a header": () => call("throws", {}, { headers: { "x-api-key": SECRET, cookie: SECRET } }),
    "the older era": () => handshakeCall("refused", { key: SECRET }),
    "a body that is not JSON": () =>
      new Request(URL_OF_TESTS, { method: "POST", headers: { "content-type": "application/json" }, body: `{${SECRET}` }),
    "the URL": () => new Request(`${URL_OF_TESTS}?key=${SECRET}`, call("throws")),
  };

  test.each(Object.entries(calls))(
    "%s: neither the answer nor what is printed holds it, and no stack is in either",
    async (_what, request) => {
      const printed = listenToOutput();
      const handler = serveTools({ refused, throws, masked }, { auth: "none", env: { PROVIDER_KEY: SECRET } });
      const text = await (await handler(request())).text();
      expect(text).not.toContain(SECRET);
      expect(text).not.toMatch(STACK);
      expect(printed()).not.toContain(SECRET);
      expect(printed()).not.toMatch(STACK);
    },
  );

  test("a library's own words about a value are told without the value", async () => {
    const input = z.object({ key: z.string().refine((text) => text.length < 3, "is too long") });
    const handler = serve({ it: tool({ description: "x", input, execute: () => 1 }) });
    const text = await (await handler(call("it", { key: SECRET }))).text();
    expect(text).toContain("is too long");
    expect(text).not.toContain(SECRET);
  });

  test("a token that is refused is neither printed nor told to the hook that hears why", async () => {
    const printed = listenToOutput();
    const runtime = await testRuntime();
    const { log: _silent, ...options } = runtime.options;
    const heard: string[] = [];
    const handler = serveTools(
      { throws },
      { ...options, onReject: (error) => heard.push(JSON.stringify(error), String(error.stack), error.message) },
    );
    for (const fault of ["token_expired", "bad_signature", "token_malformed", "wrong_arguments"] as const) {
      const request = await runtime.request("https://shop.test/mcp", "throws", { key: SECRET }, { fault });
      const token = String(request.headers.get("authorization")).replace("Bearer ", "");
      const text = await (await handler(request)).text();
      for (const part of token.split(".").filter((part) => part !== "")) expect(text + printed() + heard.join()).not.toContain(part);
    }
    expect(heard).toHaveLength(12);
  });

  test("what the server says of itself at start names no value of its options", () => {
    const printed = listenToOutput();
    serveTools({ masked }, { auth: "none", env: { PROVIDER_KEY: SECRET }, stateKeys: [SECRET.repeat(4)] });
    expect(() => serveTools({ masked }, { auth: "none", stateKeys: [SECRET] })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(SECRET) }),
    );
    expect(printed()).toContain("toolcrib: ");
    expect(printed()).not.toContain(SECRET);
  });
});
