import { StartError } from "@toolcrib/core";
import { type ServeOptions, serveTools } from "@toolcrib/server";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test, vi } from "vitest";
import { engineOf } from "../src/serve-tools.ts";
import { call, json, serve } from "./mcp.ts";

const echo = tool({ description: "x", execute: () => "ok" });

function problemsOf(options: unknown): readonly string[] {
  try {
    serveTools({ echo }, options as ServeOptions);
  } catch (error) {
    if (error instanceof StartError && error.code === "options_invalid") return error.problems;
    throw error;
  }
  return [];
}

test.each([undefined, {}, { auth: "maybe" }])(
  "serveTools with no way to verify, %j, is a start-up error that says the way out [wire.auth-must-be-written]",
  (options) => {
    expect(problemsOf(options)).toEqual([
      'serveTools needs a way to verify callers: serveTools(tools, { runtime, tenant }), or { verify } for other callers; to serve tools on this machine only, unverified, write serveTools(tools, { auth: "none" })',
    ]);
  },
);

test("bad options are listed together", () => {
  expect(
    problemsOf({
      auth: "none",
      runtimes: 1,
      stateKeys: ["short", new Uint8Array(32)],
      cors: { origins: ["https://a.example/", "*", "https://b.example"] },
    }),
  ).toEqual([
    'unknown option "runtimes"; known: auth, env, stateKeys, cors, serverInfo, instructions, onError, log, now',
    'cors.origins has "https://a.example/", which is no origin; write it as https://app.example.com, without a path',
    "stateKeys[0] has 5 bytes; 32 or more are needed",
  ]);
});

test("problems of tools and missing env values are start-up errors", () => {
  expect(() => serve({ echo: tool({ description: "x", env: ["KEY"], execute: () => 1 }) })).toThrow("needs KEY");
});

describe("what is said at start, once", () => {
  const said = (tools: Parameters<typeof serveTools>[0], options: Partial<ServeOptions> = {}) => {
    const lines: string[] = [];
    serveTools(tools, { auth: "none", log: (line) => lines.push(line), ...options });
    return lines.join("\n");
  };

  test("that nobody is verified [wire.none-said-aloud]", () => {
    expect(said({ echo })).toContain('callers are not verified (auth: "none")');
    expect(said({ echo })).not.toContain("stateKeys");
  });

  test("that a random state key is no use to a second instance, when a tool asks or needs approval [wire.random-key-said]", () => {
    const asks = tool({ description: "x", ask: () => undefined, execute: () => 1 });
    expect(said({ asks })).toContain("another instance of this server can't read it");
    expect(said({ approved: tool({ description: "x", approval: "always", execute: () => 1 }) })).toContain("another instance");
    expect(said({ asks }, { stateKeys: [new Uint8Array(32)] })).not.toContain("another instance");
  });

  test("that another instance with the same keys would take a used approval again", () => {
    const approved = tool({ description: "x", approval: "always", execute: () => 1 });
    expect(said({ approved }, { stateKeys: [new Uint8Array(32)] })).toContain("a used approval is remembered by this process alone");
  });
});

test("an unverified caller is anonymous, and sends no key of its own [tool.identity-none]", async () => {
  const who = tool({ description: "x", execute: (_args, { identity, idempotencyKey }) => ({ identity, idempotencyKey }) });
  const { result } = await json(serve({ who })(call("who", {}, { meta: { "agent-runtime/idempotencyKey": "forged" } })));
  expect(result.structuredContent.identity).toEqual({
    tenant: "none",
    agent: "none",
    subject: "anonymous",
    actor: "anonymous",
    context: {},
    via: "none",
  });
  expect(result.structuredContent.idempotencyKey).toBe(result._meta["agent-runtime/callId"]);
});

test("the engine behind a handler takes plain values and gives plain values [wire.engine-pure]", async () => {
  const headers: Readonly<Record<string, string>> = { "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } });
  const response = await engineOf(serve({ echo })).handle({
    method: "POST",
    host: "localhost",
    url: () => undefined,
    knowsOrigin: false,
    header: (name) => headers[name],
    readBody: async () => body,
    signal: new AbortController().signal,
  });
  expect(response).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
  expect(JSON.parse(response.body as string).result.content[0].text).toBe("ok");
});

test("nothing random, asynchronous or timed happens before the first request, as Workers forbid it while a module is loaded", () => {
  const forbid = (): never => {
    throw new Error("Disallowed operation called within global scope");
  };
  vi.stubGlobal("crypto", { randomUUID: forbid, getRandomValues: forbid, subtle: { importKey: forbid } });
  for (const name of ["setTimeout", "setInterval", "fetch"]) vi.stubGlobal(name, forbid);
  const asks = tool({ description: "x", ask: () => undefined, execute: () => 1 });
  try {
    serve({ asks });
    serve({ asks }, { stateKeys: ["a key of thirty-two bytes or more"] });
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a failure of the engine itself is a plain 500, and its owner hears of it", async () => {
  const heard: unknown[] = [];
  const handler = serve({ echo }, { onError: (error) => void heard.push(error) });
  const request = call("echo");
  await request.text();
  const response = await handler(request);
  expect(response.status).toBe(500);
  expect(await json(response)).toEqual({
    jsonrpc: "2.0",
    error: { code: -31403, message: "the server failed; its owner can read why in its log" },
  });
  expect(heard).toHaveLength(1);
});

test("a thousand calls at once are answered each by its own", async () => {
  const same = tool({ description: "x", input: schema.Object({ n: schema.Integer() }), execute: ({ n }) => n });
  const handler = serve({ same });
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => json(handler(call("same", { n }, { id: n })))));
  expect(answers.map(({ id, result }) => [id, result.structuredContent])).toEqual(answers.map((_, n) => [n, n]));
});
