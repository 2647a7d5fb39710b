// The runtime's keys over real sockets, with a clock that only the test moves.

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AuthError, StartError } from "@toolcrib/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createRuntimeKeys } from "../src/auth/runtime-keys.ts";
import { key, kid, publish, reply } from "./published-keys.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START_MS = 1_900_000_000_000;

const open: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const down = reply("", "text/plain", 503);

/** A runtime's endpoint whose answer a test can change, and the keys of a server that trusts it. */
async function runtime(answer: RequestListener) {
  const endpoint = { answer, requests: 0, url: "", nowMs: START_MS };
  const server = createServer((request, response) => {
    endpoint.requests++;
    endpoint.answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
  return Object.assign(endpoint, { keys: createRuntimeKeys({ jwksUrl: endpoint.url, fetch, now: () => endpoint.nowMs }) });
}

/** Why the keys are unavailable, and for how long. */
async function refusal(found: Promise<unknown>) {
  const error = await found.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AuthError);
  const { code, message, retryAfterS } = error as AuthError;
  return { code, message, retryAfterS };
}

describe("when the keys are fetched", () => {
  test("creating them touches neither network nor clock", () => {
    const untouched = vi.fn<() => never>();
    createRuntimeKeys({ jwksUrl: "https://runtime.test/jwks", fetch: untouched, now: untouched });
    expect(untouched).not.toHaveBeenCalled();
  });

  test("a found key verifies what its owner signed", async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    const { x } = await crypto.subtle.exportKey("jwk", publicKey);
    const { keys } = await runtime(publish(key("b"), key("a", { x })));
    const found = (await keys.find(kid("a"))) as CryptoKey;
    const text = new TextEncoder().encode("text");
    expect(await crypto.subtle.verify("Ed25519", found, await crypto.subtle.sign("Ed25519", privateKey, text), text)).toBe(true);
    expect([found.extractable, found.usages]).toEqual([false, ["verify"]]);
  });

  test("fifty calls at once, nothing known yet: one request [keys.single-flight]", async () => {
    const endpoint = await runtime(publish(key("a")));
    const found = await Promise.all(Array.from({ length: 50 }, () => endpoint.keys.find(kid("a"))));
    expect(found.every((one) => one !== undefined)).toBe(true);
    expect(endpoint.requests).toBe(1);
  });

  test("ready() loads them, so that the first call costs no request", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    expect(endpoint.requests).toBe(1);
    endpoint.answer = down;
    expect(await endpoint.keys.find(kid("a"))).toBeDefined();
    expect(endpoint.requests).toBe(1);
  });

  test("ready() fails when they can't be loaded", async () => {
    const endpoint = await runtime(down);
    expect((await refusal(endpoint.keys.ready())).code).toBe("keys_unavailable");
  });

  test("after ten minutes the old keys answer while new ones are fetched", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    endpoint.nowMs += 10 * MINUTE - 1;
    await endpoint.keys.find(kid("a"));
    expect(endpoint.requests).toBe(1);

    let release = () => {};
    endpoint.answer = (request, response) => void (release = () => publish(key("b"))(request, response));
    endpoint.nowMs += 1;
    expect(await endpoint.keys.find(kid("a"))).toBeDefined();
    await vi.waitFor(() => expect(endpoint.requests).toBe(2));
    expect(await endpoint.keys.find(kid("a"))).toBeDefined();
    release();
    await vi.waitFor(async () => expect(await endpoint.keys.find(kid("a"))).toBeUndefined());
    expect(await endpoint.keys.find(kid("b"))).toBeDefined();
    expect(endpoint.requests).toBe(2);
  });
});

describe("an unknown key id", () => {
  test("causes one request per 30 seconds, whoever asks for whatever [keys.unknown-kid]", async () => {
    const endpoint = await runtime(publish(key("a")));
    const ask = (...names: string[]) => Promise.all(names.map((name) => endpoint.keys.find(kid(name))));
    await endpoint.keys.ready();
    await ask("x", "y", "z");
    endpoint.nowMs += 30 * SECOND - 1;
    await ask("x");
    expect(endpoint.requests).toBe(1);
    endpoint.nowMs += 1;
    expect(await ask("x", "y", "z")).toEqual([undefined, undefined, undefined]);
    await ask("other");
    expect(endpoint.requests).toBe(2);
    endpoint.nowMs += 30 * SECOND;
    await ask("other");
    expect(endpoint.requests).toBe(3);
  });

  test("does not wait for the first load", async () => {
    const endpoint = await runtime(down);
    await refusal(endpoint.keys.find(kid("a")));
    endpoint.answer = publish(key("a"));
    endpoint.nowMs += SECOND;
    expect(await endpoint.keys.find(kid("a"))).toBeDefined();
  });

  test("is found once the runtime has rotated to it and the cool-down is over", async () => {
    const endpoint = await runtime(publish(key("old")));
    expect(await endpoint.keys.find(kid("new"))).toBeUndefined();
    endpoint.answer = publish(key("old"), key("new"));
    endpoint.nowMs += 30 * SECOND - 1;
    expect(await endpoint.keys.find(kid("new"))).toBeUndefined();
    endpoint.nowMs += 1;
    expect(await endpoint.keys.find(kid("new"))).toBeDefined();
    expect(endpoint.requests).toBe(2);
  });

  test("that its own request did not bring causes no other for five minutes, and hides no key that another request brings", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    endpoint.nowMs += 30 * SECOND;
    await endpoint.keys.find(kid("dead"));
    expect(endpoint.requests).toBe(2);
    endpoint.nowMs += 5 * MINUTE - 1;
    await endpoint.keys.find(kid("dead"));
    expect(endpoint.requests).toBe(2);
    endpoint.nowMs += 1;
    await endpoint.keys.find(kid("dead"));
    expect(endpoint.requests).toBe(3);

    endpoint.answer = publish(key("dead"));
    endpoint.nowMs += 30 * SECOND;
    expect(await endpoint.keys.find(kid("dead"))).toBeUndefined();
    await endpoint.keys.find(kid("another"));
    expect(await endpoint.keys.find(kid("dead"))).toBeDefined();
    expect(endpoint.requests).toBe(4);
  });

  test("is remembered with 255 others; the oldest give way", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    endpoint.nowMs += 30 * SECOND;
    await Promise.all(Array.from({ length: 257 }, (_, index) => endpoint.keys.find(kid(`junk ${index}`))));
    expect(endpoint.requests).toBe(2);
    endpoint.nowMs += 30 * SECOND;
    for (const index of [1, 256]) await endpoint.keys.find(kid(`junk ${index}`));
    expect(endpoint.requests).toBe(2);
    await endpoint.keys.find(kid("junk 0"));
    expect(endpoint.requests).toBe(3);
  });

  test("that no key can have causes no request at all", async () => {
    const endpoint = await runtime(publish(key("a")));
    for (const id of ["", "../../etc/passwd", "1' OR '1'='1", `${kid("a")}=`, "a".repeat(100_000)])
      expect(await endpoint.keys.find(id)).toBeUndefined();
    expect(endpoint.requests).toBe(0);
  });
});

describe("while the endpoint is down", () => {
  test("stale keys answer for 24 hours, then none do, and it recovers [keys.stale]", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    endpoint.answer = down;
    for (const ageMs of [10 * MINUTE, HOUR, 24 * HOUR - 1]) {
      endpoint.nowMs = START_MS + ageMs;
      expect(await endpoint.keys.find(kid("a"))).toBeDefined();
      expect(await endpoint.keys.find(kid("unknown"))).toBeUndefined();
    }
    endpoint.nowMs = START_MS + 24 * HOUR;
    expect((await refusal(endpoint.keys.find(kid("a")))).code).toBe("keys_unavailable");
    endpoint.answer = publish(key("a"));
    endpoint.nowMs += 30 * SECOND;
    expect(await endpoint.keys.find(kid("a"))).toBeDefined();
  });

  test("it is left alone for 1, 2, 4 … 30 seconds, and callers learn how long [keys.back-off]", async () => {
    const endpoint = await runtime(down);
    for (const [failures, waitS] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      const { retryAfterS, message } = await refusal(endpoint.keys.find(kid("a")));
      expect(message).toContain("503");
      expect([endpoint.requests, retryAfterS]).toEqual([failures + 1, waitS]);
      endpoint.nowMs += 1;
      expect((await refusal(endpoint.keys.find(kid("a")))).retryAfterS).toBe(waitS); // rounded up
      endpoint.nowMs += waitS * SECOND - 2;
      expect((await refusal(endpoint.keys.find(kid("a")))).retryAfterS).toBe(1);
      expect(endpoint.requests).toBe(failures + 1);
      endpoint.nowMs += 1;
    }
    endpoint.answer = publish(key("a"));
    await endpoint.keys.ready();
    endpoint.answer = down;
    endpoint.nowMs += 24 * HOUR;
    expect((await refusal(endpoint.keys.find(kid("a")))).retryAfterS).toBe(1); // a success starts the count again
  });

  test("back-off holds for background loads and unknown ids too", async () => {
    const endpoint = await runtime(publish(key("a")));
    await endpoint.keys.ready();
    endpoint.answer = down;
    endpoint.nowMs += 10 * MINUTE;
    await endpoint.keys.find(kid("unknown"));
    expect(endpoint.requests).toBe(2);
    for (const name of ["a", "unknown", "another"]) await endpoint.keys.find(kid(name));
    expect(endpoint.requests).toBe(2);
  });

  test("an unknown id is not remembered for a request that failed", async () => {
    const endpoint = await runtime(publish(key("old")));
    await endpoint.keys.ready();
    endpoint.answer = down;
    endpoint.nowMs += 30 * SECOND;
    expect(await endpoint.keys.find(kid("new"))).toBeUndefined();
    endpoint.answer = publish(key("new"));
    endpoint.nowMs += SECOND;
    expect(await endpoint.keys.find(kid("new"))).toBeDefined();
  });

  const silent: Readonly<Record<string, RequestListener>> = {
    "no answer": () => {},
    "half a document": (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"keys":['),
  };
  test.each(Object.entries(silent))("%s ends at the timeout of five seconds", async (_name, answer) => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
    const endpoint = await runtime(answer);
    const refused = refusal(endpoint.keys.find(kid("a")));
    await vi.waitFor(() => expect(endpoint.requests).toBe(1));
    deadline.abort(new DOMException("too slow", "TimeoutError"));
    expect(await refused).toMatchObject({ code: "keys_unavailable", message: expect.stringContaining("too slow") });
    expect(timeout).toHaveBeenCalledWith(5_000);
  });

  test("a request that never ends, as Workers leave them behind, does not block the next for good", async () => {
    const endpoint = await runtime(publish(key("a")));
    let arrive = (_late: Response) => {};
    const lost = vi.fn<typeof fetch>(fetch).mockReturnValueOnce(new Promise((resolve) => void (arrive = resolve)));
    const keys = createRuntimeKeys({ jwksUrl: endpoint.url, fetch: lost, now: () => endpoint.nowMs });
    const first = keys.find(kid("a"));
    endpoint.nowMs += 10 * SECOND;
    expect(await keys.find(kid("a"))).toBeDefined();
    // And when it ends after all, it does not bring older keys back.
    arrive(Response.json({ keys: [key("older")] }));
    expect(await first).toBeDefined();
    expect(await keys.find(kid("a"))).toBeDefined();
  });
});

describe("where the keys may come from", () => {
  const create = (jwksUrl: string) => createRuntimeKeys({ jwksUrl, fetch });

  test.each([
    "http://runtime.test/jwks",
    "http://127.0.0.1.runtime.test/jwks",
    "http://localhost@runtime.test/jwks",
    "http://10.0.0.1/jwks",
    "https://user:password@runtime.test/jwks",
    "file:///jwks.json",
    "data:application/json,{}",
    "runtime.test/jwks",
    "",
  ])("%j is refused at start", (jwksUrl) => {
    let error: unknown;
    try {
      create(jwksUrl);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ code: "options_invalid", message: expect.not.stringContaining("user:password") });
  });

  test.each(["https://runtime.test/jwks", "http://localhost:3000/jwks", "http://127.0.0.1/jwks", "http://[::1]:80/jwks"])(
    "%j is taken",
    (url) => expect(() => create(url)).not.toThrow(),
  );
});
