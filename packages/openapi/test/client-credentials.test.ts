// Tokens for client credentials: one for many calls, a new one in time, and none that nobody gave.

import { type ClientCredentials, openApiTools } from "@toolcrib/openapi";
import { expect, test } from "vitest";

const CLIENT: ClientCredentials = { type: "clientCredentials", clientId: "id", clientSecret: "secret-1" };
const flows = { clientCredentials: { tokenUrl: "https://api.test/token", scopes: {} } };

/** An API of three operations, of which two want the same scope, with a clock that stands until it is moved. */
async function setUp(answer: (count: number) => Response = (count) => Response.json({ access_token: `token-${count}`, expires_in: 600 })) {
  const clock = { nowMs: 1_000_000 };
  const asked: string[] = [];
  const used: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    if (!String(url).endsWith("/token")) {
      used.push(new Headers(init.headers).get("authorization"));
      return Response.json({});
    }
    asked.push(new URLSearchParams(String(init.body)).get("scope") ?? "");
    return answer(asked.length);
  };
  const scoped = (...scopes: string[]) => ({ get: { security: [{ it: scopes }] } });
  const document = {
    openapi: "3.1.1",
    servers: [{ url: "https://api.test" }],
    components: { securitySchemes: { it: { type: "oauth2", flows } } },
    paths: { "/a": scoped("read"), "/b": scoped("read"), "/c": scoped("write") },
  };
  const { tools } = await openApiTools(document, { fetch, auth: CLIENT, now: () => clock.nowMs });
  const call = async (name: string) => tools[`get_${name}`]?.execute({} as never, { signal: new AbortController().signal } as never);
  return { clock, asked, used, call };
}

test("calls that start together wait for one token", async () => {
  const { asked, used, call } = await setUp();
  await Promise.all(["a", "b", "a", "b"].map(call));
  expect(asked).toEqual(["read"]);
  expect(used).toEqual(Array(4).fill("Bearer token-1"));
});

test("each set of scopes has a token of its own", async () => {
  const { asked, used, call } = await setUp();
  for (const name of ["a", "c", "b", "c"]) await call(name);
  expect(asked).toEqual(["read", "write"]);
  expect(used).toEqual(["Bearer token-1", "Bearer token-2", "Bearer token-1", "Bearer token-2"]);
});

test("a token is replaced half a minute before it ends", async () => {
  const { clock, asked, used, call } = await setUp();
  await call("a");
  clock.nowMs += 569_000;
  await call("a");
  expect(asked.length).toBe(1);
  clock.nowMs += 1_000;
  await call("a");
  expect(asked.length).toBe(2);
  expect(used.at(-1)).toBe("Bearer token-2");
});

test("a token that does not say how long it lives is used for minutes, not for ever", async () => {
  const { clock, asked, call } = await setUp((count) => Response.json({ access_token: `token-${count}` }));
  await call("a");
  clock.nowMs += 200_000;
  await call("a");
  expect(asked.length).toBe(1);
  clock.nowMs += 200_000;
  await call("a");
  expect(asked.length).toBe(2);
});

test.each([
  ["a refusal", () => Response.json({ error: "invalid_client" }, { status: 401 })],
  ["no JSON", () => new Response("<html>")],
  ["no token", () => Response.json({ expires_in: 60 })],
  ["a token that is no text", () => Response.json({ access_token: 7 })],
  ["too much", () => Response.json({ access_token: "x".repeat(70_000) })],
])("where the endpoint answers with %s the call fails, and the next one asks again", async (_what, answer) => {
  const { asked, used, call } = await setUp((count) => (count === 1 ? answer() : Response.json({ access_token: "token-2" })));
  await expect(call("a")).rejects.toMatchObject({ errorType: "auth" });
  expect(used).toEqual([]);
  await call("a");
  expect([asked.length, used]).toEqual([2, ["Bearer token-2"]]);
});

test("what failed at the endpoint is for the operator alone", async () => {
  const { call } = await setUp(() => {
    throw new Error("connect ECONNREFUSED 10.1.2.3:443");
  });
  const failed = await call("a")?.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  expect(failed?.message).not.toMatch(/10\.1|ECONN|secret/);
  expect(failed?.cause).toMatchObject({ message: "connect ECONNREFUSED 10.1.2.3:443" });
});
