// Callers that are no runtime, beside those that are.

import { type RuntimeOptions, serveTools } from "@toolcrib/server";
import { testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshake, json } from "../../packages/server/test/mcp.ts";

const SHOP = "https://shop.test/mcp";
const who = tool({ description: "x", execute: (_args, { identity }) => identity as never });
const KEYS: Readonly<Record<string, readonly string[]>> = { "reader-key": ["read"], "writer-key": ["read", "write"] };

async function setUp(options: Partial<RuntimeOptions> = {}) {
  const rt = await testRuntime();
  const asked: (string | undefined)[] = [];
  const reasons: string[] = [];
  const handler = serveTools(
    { who, pay: who },
    {
      ...rt.options,
      audience: SHOP,
      onReject: ({ code }) => reasons.push(code),
      verify: ({ token, header }) => {
        asked.push(token);
        const key = token ?? header("x-api-key") ?? "";
        const scopes = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
        return scopes === undefined ? undefined : { subject: key.replace("-key", ""), scopes };
      },
      ...options,
    },
  );
  const send = (name: string, headers: Readonly<Record<string, string>>) => handler(call(name, {}, { headers }));
  return { rt, handler, send, asked, reasons };
}

describe("an API key or an access token, proven by the author's verify", () => {
  test("gives an identity via custom, from either header [identity.custom]", async () => {
    const { send } = await setUp();
    for (const headers of [{ authorization: "Bearer reader-key" }, { "x-api-key": "reader-key" }]) {
      expect((await json(send("who", headers))).result.structuredContent).toEqual({
        tenant: "custom",
        agent: "none",
        subject: "reader",
        actor: "reader",
        context: {},
        via: "custom",
      });
    }
  });

  test.each([
    [{}, "token_missing"],
    [{ "x-api-key": "nobody" }, "token_missing"],
    [{ authorization: "Bearer nobody" }, "verify_refused"],
    [{ authorization: "Basic abc" }, "token_malformed"],
    [{ authorization: "Bearer  reader-key" }, "token_malformed"],
    [{ authorization: "Bearer reader-key, Bearer writer-key" }, "token_malformed"],
  ])("%j is 401: %s", async (headers, code) => {
    const { send, reasons } = await setUp();
    const response = await send("who", headers as Readonly<Record<string, string>>);
    expect(response.status).toBe(401);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(reasons).toEqual([code]);
  });

  test("a verify that throws lets nobody in, and says nothing of why", async () => {
    const { send } = await setUp({
      verify: () => {
        throw new Error("database password wrong");
      },
    });
    const response = await send("who", { authorization: "Bearer x" });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("database");
  });

  test("a server with verify alone needs no runtime", async () => {
    const handler = serveTools({ who }, { verify: ({ token }) => (token === "t" ? { subject: "s" } : undefined), audience: SHOP });
    expect((await json(handler(call("who", {}, { headers: { authorization: "Bearer t" } })))).result.structuredContent.subject).toBe("s");
  });
});

test("a proven caller's own key makes a repeated request the same call; for another caller or tool it is another key", async () => {
  const rt = await testRuntime();
  const keys = tool({ description: "x", execute: (_args, { callId, idempotencyKey }) => ({ callId, idempotencyKey }) });
  const handler = serveTools(
    { a: keys, b: keys },
    { ...rt.options, audience: SHOP, verify: ({ token }) => (token === undefined ? undefined : { subject: token }) },
  );
  const keyOf = async (name: string, token: string, key?: string) => {
    const meta = key === undefined ? {} : { "agent-runtime/idempotencyKey": key };
    return (await json(handler(call(name, {}, { headers: { authorization: `Bearer ${token}` }, meta })))).result.structuredContent;
  };
  const first = await keyOf("a", "alice", "order-1");
  expect(first.callId).toBe("order-1");
  expect(await keyOf("a", "alice", "order-1")).toEqual(first);
  const others = [
    await keyOf("b", "alice", "order-1"),
    await keyOf("a", "bob", "order-1"),
    await keyOf("a", "alice", "order-2"),
    await keyOf("a", "alice"),
    await keyOf("a", "alice", "x".repeat(257)),
  ];
  expect(new Set([first, ...others].map(({ idempotencyKey }) => String(idempotencyKey))).size).toBe(6);
});

describe("the issuer of a token chooses the verifier [identity.issuer-chooses]", () => {
  test("a runtime's token is never tried on verify, however broken", async () => {
    const { rt, handler, asked, reasons } = await setUp();
    expect((await rt.callTool(handler, SHOP, "who")).structuredContent).toMatchObject({ via: "runtime" });
    for (const fault of ["token_expired", "bad_signature", "token_header", "token_claims"] as const) {
      expect((await rt.callTool(handler, SHOP, "who", {}, { fault })).status).toBe(401);
    }
    expect(reasons).toEqual(["token_expired", "bad_signature", "token_header", "token_claims"]);
    expect(asked).toEqual([]);
  });

  test("another issuer's token is never tried on the runtime", async () => {
    const { rt, handler, asked, reasons } = await setUp();
    await rt.callTool(handler, SHOP, "who", {}, { fault: "wrong_issuer" });
    expect(asked).toHaveLength(1);
    expect(reasons).toEqual(["verify_refused"]);
  });
});

describe("what single tools require", () => {
  test("a runtime's identity: another caller is told 403 [identity.runtime-required]", async () => {
    const { rt, handler, send } = await setUp({ require: { pay: { runtime: true } } });
    expect((await send("pay", { authorization: "Bearer writer-key" })).status).toBe(403);
    expect((await send("who", { authorization: "Bearer writer-key" })).status).toBe(200);
    expect((await rt.callTool(handler, SHOP, "pay")).status).toBe(200);
  });

  test("scopes: a caller without is told which, and where to get them [identity.scopes]", async () => {
    const oauth = { authorizationServers: ["https://login.test"], scopes: ["read", "write"] };
    const { send } = await setUp({ require: { pay: { scopes: ["read", "write"] } }, oauth });
    const response = await send("pay", { authorization: "Bearer reader-key" });
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_scope", scope="read write", resource_metadata="https://shop.test/.well-known/oauth-protected-resource/mcp"',
    );
    expect((await send("pay", { authorization: "Bearer writer-key" })).status).toBe(200);
  });
});

describe("the metadata of RFC 9728 [wire.resource-metadata]", () => {
  const oauth = { authorizationServers: ["https://login.test"], scopes: ["read"] };

  test("is served to everybody, and the challenge points to it", async () => {
    const { handler, send } = await setUp({ oauth });
    const url = "https://shop.test/.well-known/oauth-protected-resource/mcp";
    expect((await send("who", {})).headers.get("www-authenticate")).toBe(`Bearer scope="read", resource_metadata="${url}"`);
    const response = await handler(new Request(url));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({
      resource: SHOP,
      authorization_servers: ["https://login.test"],
      scopes_supported: ["read"],
      bearer_methods_supported: ["header"],
    });
    expect((await handler(new Request(url, { method: "OPTIONS" }))).status).toBe(204);
    expect(await (await handler(new Request(url, { method: "HEAD" }))).text()).toBe("");
  });

  test("is not served, and not pointed to, where there is no authorization server", async () => {
    const { handler, send } = await setUp();
    expect((await send("who", {})).headers.get("www-authenticate")).toBe("Bearer");
    expect((await handler(new Request("https://shop.test/.well-known/oauth-protected-resource/mcp"))).status).toBe(401);
  });
});

test.each(["GET", "DELETE", "PUT", "OPTIONS", "POST"])(
  "%s without a token is 401, before anything else is told [wire.token-verified]",
  async (method) => {
    const { handler } = await setUp();
    const response = await handler(new Request(SHOP, { method, ...(method === "POST" || method === "PUT" ? { body: "x" } : {}) }));
    expect(response.status).toBe(401);
  },
);

test("a browser's origin is refused before the token is looked at", async () => {
  const { handler, reasons } = await setUp();
  const response = await handler(handshake("ping", {}, { headers: { origin: "https://evil.example" } }));
  expect(response.status).toBe(403);
  expect(reasons).toEqual([]);
});

test("oauth without verify, and a verify that is none, are start-up errors", () => {
  expect(() => serveTools({ who }, { runtime: "https://r.test", tenant: "t", oauth: { authorizationServers: [] } })).toThrow(
    "no verify takes them; add verify",
  );
  expect(() => serveTools({ who }, { verify: "key" as never })).toThrow("verify must be a function");
  expect(() => serveTools({ who }, { runtime: "http://r.test", tenant: "" })).toThrow(
    /runtime "http:\/\/r.test" must be https[\s\S]*tenant is missing/,
  );
});
