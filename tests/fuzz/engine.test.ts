// Junk at the engine's door, in process: `pnpm fuzz engine` for very much of it.

import { type CallTokenClaims, digestArguments, TEST_ISSUER } from "@toolcrib/core";
import { serveTools, type ToolHandler } from "@toolcrib/server";
import { type TestRuntime, testRuntime } from "@toolcrib/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check, read, watchMemory } from "./invariants.ts";
import { type Input, input } from "./requests.ts";
import { parameters, TEST_MS } from "./runs.ts";
import { TOOLS } from "./tools.ts";

const ORIGIN = "http://localhost";

/** The web's Request; undefined for what no Request can be made of, which a socket can still send. */
function toRequest({ method, path, headers, body }: Input, more: Readonly<Record<string, string>> = {}): Request | undefined {
  try {
    const sent = method === "GET" || method === "HEAD" ? null : (body as BodyInit);
    return new Request(ORIGIN + path, { method, headers: { ...headers, ...more }, body: sent });
  } catch {
    return undefined;
  }
}

async function survives(handler: ToolHandler, request: Request | undefined, ping: () => Promise<Response>): Promise<void> {
  if (request === undefined) return;
  check(await read(await handler(request)));
  expect((await ping()).status).toBe(200);
  expect(({} as { readonly admin?: unknown }).admin).toBeUndefined();
}

/** Hears of failures of the engine's own, which no input may cause. */
function listen() {
  const failures: unknown[] = [];
  const onError = (error: unknown, call?: unknown) => void (call === undefined && failures.push(error));
  return { failures, options: { log: () => {}, onError } };
}

test(
  "a server that verifies nobody",
  async () => {
    const { failures, options } = listen();
    const handler = serveTools(TOOLS, { auth: "none", cors: { origins: ["https://app.test"] }, ...options });
    const isFlat = await watchMemory();
    await fc.assert(
      fc.asyncProperty(input, (junk) => survives(handler, toRequest(junk), () => handler(ping()))),
      parameters(600),
    );
    await isFlat();
    expect(failures).toEqual([]);
  },
  TEST_MS,
);

test(
  "a server that verifies callers of its own kind, some of whom get in",
  async () => {
    const verify = ({ token, header }: { readonly token: string | undefined; readonly header: (name: string) => unknown }) =>
      token === "good" || header("x-api-key") === "good" ? { subject: "s", scopes: ["a"] } : undefined;
    const oauth = { authorizationServers: ["https://login.test"] };
    const { failures, options } = listen();
    const handler = serveTools(TOOLS, { verify, oauth, require: { strict: { scopes: ["b"] } }, ...options });
    const isFlat = await watchMemory();
    await fc.assert(
      fc.asyncProperty(input, fc.boolean(), (junk, getsIn) =>
        survives(handler, toRequest(junk, getsIn ? { authorization: "Bearer good" } : {}), () => handler(ping({ "x-api-key": "good" }))),
      ),
      parameters(400),
    );
    await isFlat();
    expect(failures).toEqual([]);
  },
  TEST_MS,
);

test(
  "a server that verifies a runtime, and whose junk is signed",
  async () => {
    const runtime = await testRuntime();
    const { failures, options } = listen();
    const handler = serveTools(TOOLS, { ...runtime.options, ...options });
    const isFlat = await watchMemory();
    await fc.assert(
      fc.asyncProperty(input, fc.boolean(), async (junk, getsIn) => {
        const token = getsIn ? await sign(runtime, junk) : undefined;
        const request = toRequest(junk, token === undefined ? {} : { authorization: `Bearer ${token}` });
        await survives(handler, request, async () => handler(await runtime.request(`${ORIGIN}/mcp`, "echo")));
      }),
      parameters(400),
    );
    await isFlat();
    expect(failures).toEqual([]);
  },
  TEST_MS,
);

function ping(headers: Readonly<Record<string, string>> = {}): Request {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  return new Request(`${ORIGIN}/mcp`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
}

/** A token that fits the bent message, as far as one can be made for it. */
async function sign(runtime: TestRuntime, { value, path }: Input): Promise<string | undefined> {
  try {
    const { method, params } = value as {
      readonly method: string;
      readonly params?: { readonly name?: string; readonly arguments?: object };
    };
    const iat = Math.floor(Date.now() / 1_000);
    const common = {
      iss: TEST_ISSUER,
      aud: (ORIGIN + path).replace(/\/$/, ""),
      sub: "s",
      tenant: "test-tenant",
      act: { sub: "a" },
      agent: "a",
      jti: crypto.randomUUID(),
    };
    const bound =
      method === "tools/call"
        ? { call: "c", idk: "k".repeat(43), att: 1, tool: String(params?.name), args_s256: digestArguments(params?.arguments ?? {}) }
        : { mth: String(method) };
    return await runtime.token({ ...common, ...bound, iat, exp: iat + 60 } as CallTokenClaims);
  } catch {
    return undefined;
  }
}
