// A caller that is not let in: the same clear 401 for every cause, at every door, with what a client needs to come back.

import { type RuntimeOptions, serveTools } from "@toolcrib/server";
import { type Fault, testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { withHeaders } from "../attacks/served.ts";

const SHOP = "https://shop.example.com/mcp";
const FAULTS: readonly Fault[] = [
  "token_missing",
  "token_malformed",
  "token_header",
  "token_claims",
  "token_expired",
  "token_not_yet_valid",
  "wrong_issuer",
  "wrong_tenant",
  "wrong_audience",
  "unknown_key",
  "bad_signature",
  "wrong_tool",
  "wrong_method",
  "wrong_arguments",
  "wrong_key",
];

async function setUp(options: Partial<RuntimeOptions> = {}) {
  const runtime = await testRuntime();
  const reasons: string[] = [];
  const ran: unknown[] = [];
  const pay = tool({ description: "x", execute: () => void ran.push(1) });
  const handler = serveTools({ pay }, { ...runtime.options, onReject: ({ code }) => reasons.push(code), ...options });
  const refusal = async (request: Request) => {
    const response = await handler(request);
    return { status: response.status, challenge: response.headers.get("www-authenticate") ?? "", text: await response.text() };
  };
  return { runtime, handler, refusal, reasons, ran };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = Math.floor(Date.now() / 1_000);

/** Whole Authorization headers, made from the right one. */
const HEADERS: Readonly<Record<string, (right: string) => string>> = {
  "the scheme alone": () => "Bearer",
  "the scheme and a space": () => "Bearer ",
  "an empty header": () => "",
  "a token without its scheme": (right) => right.replace("Bearer ", ""),
  "another scheme": (right) => right.replace("Bearer", "Basic"),
  "two spaces": (right) => right.replace(" ", "  "),
  "two tokens": (right) => `${right}, ${right}`,
  "a quoted token": (right) => right.replace(/ (.*)/, ' "$1"'),
  "text that is no JWT": () => "Bearer opaque-token",
  "three empty parts": () => "Bearer ..",
  "two parts": (right) => right.split(".").slice(0, 2).join("."),
  "five parts, as an encrypted one has": (right) => `${right}.a.b`,
  "no signature": (right) => right.replace(/[^.]*$/, ""),
  "the algorithm none": () => `Bearer ${part({ alg: "none", typ: "tool-call+jwt" })}.${part({ exp: now + 60 })}.`,
  "an algorithm of shared secrets": (right) =>
    right.replace(/ [^.]*/, ` ${part({ alg: "HS256", typ: "tool-call+jwt", kid: "a".repeat(43) })}`),
  "an algorithm of another curve": (right) =>
    right.replace(/ [^.]*/, ` ${part({ alg: "ES256", typ: "tool-call+jwt", kid: "a".repeat(43) })}`),
  "another type of token": (right) => right.replace(/ [^.]*/, ` ${part({ alg: "EdDSA", typ: "JWT", kid: "a".repeat(43) })}`),
  "a key id that is none": (right) => right.replace(/ [^.]*/, ` ${part({ alg: "EdDSA", typ: "tool-call+jwt", kid: "../key" })}`),
  "a header that is no JSON": (right) => right.replace(/ [^.]*/, " e30x"),
  "claims that are no JSON": (right) => right.replace(/\.[^.]*\./, ".e30x."),
  "claims that are a list": (right) => right.replace(/\.[^.]*\./, `.${Buffer.from("[]").toString("base64url")}.`),
  "a token of a megabyte": (right) => `${right}${"A".repeat(1_000_000)}`,
};

describe("adcontextprotocol/adcp#1131, punkpeye/fastmcp#288, punkpeye/fastmcp#180, punkpeye/fastmcp#186, PrefectHQ/fastmcp#2461, PrefectHQ/fastmcp#3566: a token that does not verify is a 401, never a 400 or a 500", () => {
  test.each(FAULTS)("%s", async (fault) => {
    const { runtime, refusal, reasons, ran } = await setUp();
    expect((await refusal(await runtime.request(SHOP, "pay", {}, { fault }))).status).toBe(401);
    expect([reasons, ran]).toEqual([[fault], []]);
  });

  test.each(Object.entries(HEADERS))("%s", async (_what, toHeader) => {
    const { runtime, refusal, ran } = await setUp();
    const request = await runtime.request(SHOP, "pay");
    const authorization = toHeader(String(request.headers.get("authorization")));
    expect((await refusal(withHeaders(request, { authorization }))).status).toBe(401);
    expect(ran).toEqual([]);
  });

  test("while the scheme's case is nobody's fault", async () => {
    const { runtime, handler } = await setUp();
    for (const scheme of ["bearer", "BEARER"]) {
      const request = await runtime.request(SHOP, "pay");
      const authorization = String(request.headers.get("authorization")).replace("Bearer", scheme);
      expect((await handler(withHeaders(request, { authorization }))).status).toBe(200);
    }
  });

  test("a token that was good a minute ago is a 401 now, and the same call with a new one a 200", async () => {
    let nowMs = Date.now();
    const runtime = await testRuntime({ now: () => nowMs });
    const handler = serveTools({ pay: tool({ description: "x", execute: () => 1 }) }, runtime.options);
    const request = await runtime.request(SHOP, "pay");
    nowMs += 70_000;
    expect((await handler(request)).status).toBe(401);
    expect((await runtime.callTool(handler, SHOP, "pay")).status).toBe(200);
  });

  test("an author's verify that knows no such caller is a 401 too; one that throws is a failure of the server, and says nothing of why", async () => {
    const header = { authorization: "Bearer x" };
    const request = async (verify: NonNullable<RuntimeOptions["verify"]>) =>
      (await setUp({ verify })).refusal(new Request(SHOP, { method: "POST", headers: header }));
    for (const verify of [() => undefined, async () => undefined]) expect((await request(verify)).status).toBe(401);
    const failed = await request(() => Promise.reject(new Error("the user table is gone")));
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain("table");
  });

  test("a hook that throws while it hears of the refusal does not change it", async () => {
    const onReject = () => {
      throw new Error("the log is full");
    };
    const { runtime, refusal } = await setUp({ onReject });
    expect((await refusal(await runtime.request(SHOP, "pay", {}, { fault: "token_expired" }))).status).toBe(401);
    expect((await refusal(await runtime.request(SHOP, "pay", {}, { fault: "wrong_arguments" }))).status).toBe(401);
  });
});

describe("punkpeye/fastmcp#143, punkpeye/mcp-proxy#39, PrefectHQ/fastmcp#3619: a 401 says how to come back", () => {
  test.each(FAULTS)("%s: with a challenge, the same for every cause, while the hook hears the cause", async (fault) => {
    const { runtime, refusal, reasons } = await setUp();
    const { challenge } = await refusal(await runtime.request(SHOP, "pay", {}, { fault }));
    // RFC 6750 section 3.1: a request without credentials gets no error code.
    expect(challenge).toBe(
      fault === "token_missing" ? "Bearer" : 'Bearer error="invalid_token", error_description="the token is not valid for this request"',
    );
    expect(reasons).toEqual([fault]);
  });

  test("with where credentials can be had, where there is an authorization server", async () => {
    const { runtime, refusal } = await setUp({
      audience: SHOP,
      verify: () => undefined,
      oauth: { authorizationServers: ["https://login.test"] },
    });
    for (const fault of ["token_missing", "token_expired"] as const) {
      const { challenge } = await refusal(await runtime.request(SHOP, "pay", {}, { fault }));
      expect(challenge).toContain('resource_metadata="https://shop.example.com/.well-known/oauth-protected-resource/mcp"');
    }
  });
});

describe("punkpeye/fastmcp bf821f7: every method on every path needs the token", () => {
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const PATHS = ["/mcp", "/", "/sse", "/messages", "/mcp/sse", "/.well-known/jwks.json", "/health"];

  test.each(METHODS)("%s", async (method) => {
    for (const path of PATHS) {
      for (const accept of ["text/event-stream", "application/json"]) {
        const { handler, ran } = await setUp();
        const response = await handler(new Request(`https://shop.example.com${path}`, { method, headers: { accept } }));
        expect([path, response.status, response.headers.has("www-authenticate")]).toEqual([path, 401, true]);
        expect(ran).toEqual([]);
      }
    }
  });

  test("except a browser's preflight, which carries none and is told nothing but headers", async () => {
    const { handler } = await setUp({ cors: { origins: ["https://app.test"] } });
    const headers = { origin: "https://app.test", "access-control-request-method": "POST" };
    const response = await handler(new Request(SHOP, { method: "OPTIONS", headers }));
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });
});
