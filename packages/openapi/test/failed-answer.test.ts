// Answers that are failures: what the model reads of them, and what it does not.

import { CallError } from "@toolcrib/core";
import type { Auth } from "@toolcrib/openapi";
import { CallAbort } from "@toolcrib/tools/run";
import { expect, test, vi } from "vitest";
import { answers, called } from "./called.ts";

const META = { errorType: "agent-runtime/errorType" };

test.each([
  [400, "upstream_4xx"],
  [401, "auth"],
  [403, "auth"],
  [404, "upstream_4xx"],
  [407, "auth"],
  [408, "timeout"],
  [409, "upstream_4xx"],
  [418, "upstream_4xx"],
  [422, "upstream_4xx"],
  [429, "rate_limited"],
  [500, "upstream_5xx"],
  [502, "upstream_5xx"],
  [503, "upstream_5xx"],
  [504, "timeout"],
  [599, "upstream_5xx"],
])("a status of %i is an error of class %s, with what the API says", async (status, errorType) => {
  const { result, text } = await called(answers('{"message":"no such order"}', { status, type: "application/json" }));
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty("structuredContent");
  expect(text).toBe(`the API answered ${status}: {"message":"no such order"}\nerrorType: ${errorType}`);
  expect(result._meta).toMatchObject({ "http/status": status, [META.errorType]: errorType });
});

test("of what the API says the model reads 2,000 characters [openapi.failures]", async () => {
  const { text = "" } = await called(answers("é".repeat(5_000), { status: 500, type: "text/plain" }));
  expect(text.match(/é/g)?.length).toBeLessThanOrEqual(2_000);
  expect(text.match(/é/g)?.length).toBeGreaterThan(1_900);
});

test.each([
  ["nothing", null, "text/plain"],
  ["bytes", "\u0000", "application/octet-stream"],
  ["an image", "\u0000", "image/png"],
])("of a failure with %s the model reads the status", async (_what, body, type) => {
  expect((await called(answers(body, { status: 500, type }))).text).toBe("the API answered 500\nerrorType: upstream_5xx");
});

const scheme = (value: object) => ({ components: { securitySchemes: { it: value } }, security: [{ it: [] }] });
const BEARER = scheme({ type: "http", scheme: "bearer" });
const BASIC = scheme({ type: "http", scheme: "basic" });
const KEY = scheme({ type: "apiKey", in: "query", name: "key" });

/** What, the credentials, the document around them, and every form in which an API may say the secret again. */
const SECRETS: readonly (readonly [string, Auth, object, readonly string[]])[] = [
  ["a bearer token", { type: "bearer", token: "token-1" }, BEARER, ["token-1", "Bearer token-1"]],
  [
    "a password",
    { type: "basic", username: "ada", password: "pass-1" },
    BASIC,
    ["pass-1", btoa("ada:pass-1"), `Basic ${btoa("ada:pass-1")}`],
  ],
  ["an API key", { type: "apiKey", value: "key-0001" }, KEY, ["key-0001"]],
  ["an API key with marks", { type: "apiKey", value: 'k/e"y 1' }, KEY, ['k/e"y 1', "k%2Fe%22y%201", 'k/e\\"y 1']],
  ["a token that is asked for", () => ({ type: "bearer", token: "token-1" }), BEARER, ["token-1"]],
  ["a key that is asked for", async () => ({ type: "apiKey", value: "key-0001" }), KEY, ["key-0001"]],
];

test.each(SECRETS)("a failure that says %s again does not show it [openapi.secrets-masked]", async (_what, auth, root, said) => {
  for (const secret of said) {
    for (const status of [400, 401, 500]) {
      const { result } = await called(answers(`you sent ${secret}, ${secret}!`, { status, type: "text/plain" }), { auth, root });
      expect(JSON.stringify(result)).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(result.content[0]).toMatchObject({ text: expect.stringContaining("you sent ") });
    }
  }
});

test("a failure shows neither the operator's headers nor a secret that a cut would leave half of", async () => {
  const { text = "" } = await called(answers(`${"x".repeat(1_995)} static-1`, { status: 500, type: "text/plain" }), {
    headers: { "x-tenant": "static-1" },
  });
  expect(text).not.toContain("stat");
});

test("a failure shows neither a client's secret nor the token that was fetched for it", async () => {
  const root = scheme({ type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://api.test/token", scopes: {} } } });
  const fetch: typeof globalThis.fetch = async (url) =>
    String(url).endsWith("/token")
      ? Response.json({ access_token: "fetched-1", expires_in: 60 })
      : new Response("you sent fetched-1, secret-1", { status: 403, headers: { "content-type": "text/plain" } });
  const { text } = await called(fetch, { auth: { type: "clientCredentials", clientId: "id", clientSecret: "secret-1" }, root });
  expect(text).toBe("the API answered 403: you sent ***, ***\nerrorType: auth");
});

test("a link shows no credentials", async () => {
  const link = '<https://api.test/it?key=key-0001&page=2>; rel="next"';
  const { result } = await called(answers("[]", { headers: { link } }), { auth: { type: "apiKey", value: "key-0001" }, root: KEY });
  expect(result._meta).toMatchObject({ "http/link": '<https://api.test/it?key=***&page=2>; rel="next"' });
});

test.each([429, 503])("when to come again after %i is said beside the result and to the log", async (status) => {
  const { result, logged } = await called(answers("slow down", { status, headers: { "retry-after": "120" } }));
  expect(result._meta).toMatchObject({ "http/status": status, "http/retry-after": "120" });
  expect(logged).toEqual([`toolcrib: tool it: the API answered ${status}, retry-after: 120`]);
});

test("without it nothing is logged", async () => {
  expect((await called(answers("no", { status: 429 }))).logged).toEqual([]);
});

const unreachable = () => Object.assign(new TypeError("fetch failed"), { cause: new Error("connect ECONNREFUSED 10.1.2.3:443") });

test.each([
  [
    "when it is asked",
    (async () => {
      throw unreachable();
    }) as typeof globalThis.fetch,
  ],
  ["while it answers", answers(brokenStream(), { type: "application/json" })],
  ["while it fails", answers(brokenStream(), { type: "text/plain", status: 500 })],
])("a network that fails %s is said without where it failed", async (_when, fetch) => {
  const { result, text } = await called(fetch);
  expect(result.isError).toBe(true);
  expect(text).toMatch(/^the API('s answer)? .*\nerrorType: upstream_5xx$/);
  expect(JSON.stringify(result)).not.toMatch(/10\.1\.2\.3|ECONN|fetch failed|443|socket/);
});

test("the cause of a network failure is there for the operator", async () => {
  const cause = unreachable();
  const fetch: typeof globalThis.fetch = async () => {
    throw cause;
  };
  const { openApiTools } = await import("@toolcrib/openapi");
  const { tools } = await openApiTools(
    { openapi: "3.1.1", servers: [{ url: "https://api.test" }], paths: { "/it": { get: {} } } },
    { fetch },
  );
  const call = tools.get_it?.execute({} as never, { signal: new AbortController().signal } as never);
  await expect(call).rejects.toMatchObject({ cause });
});

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error("other side closed: socket 10.1.2.3:443"), { code: "ECONNRESET" }));
    },
  });
}

/** An API that never answers, as `fetch` has it: it ends with the signal. */
const silent: typeof globalThis.fetch = (_url, { signal } = {}) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

test("a call that is cancelled ends with the reason, and the request with it", async () => {
  let heard: unknown;
  const abort = new CallAbort();
  const fetch: typeof globalThis.fetch = (url, init = {}) => {
    init.signal?.addEventListener("abort", () => (heard = init.signal?.reason));
    queueMicrotask(() => abort.abort(new CallError("cancelled by its runtime", { code: "cancelled" })));
    return silent(url, init);
  };
  const { result, text } = await called(fetch, { abort });
  expect(result.isError).toBe(true);
  expect(text).toContain("cancelled by its runtime");
  expect(heard).toMatchObject({ code: "cancelled" });
});

test("an API that never answers is left at the deadline", async () => {
  vi.useFakeTimers();
  try {
    const call = called(silent, { timeoutMs: 2_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    const { result, text } = await call;
    expect(result.isError).toBe(true);
    expect(text).toMatch(/errorType: timeout$/);
  } finally {
    vi.useRealTimers();
  }
});
