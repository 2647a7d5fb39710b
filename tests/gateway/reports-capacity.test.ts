// Reports about a number of sessions that is reached.

import { expect, test, vi } from "vitest";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { serveCounter } from "./upstreams.ts";

// A thousand sessions that are idle for five minutes are more than a test can wait for; three for a moment are the same.
vi.mock(import("@toolcrib/core"), async (importOriginal) => ({
  ...(await importOriginal()),
  SESSIONS_MAX: 3 as never,
  SESSION_IDLE_MS: 1_500 as never,
}));

test("metatool-ai/metamcp#318: a server whose sessions are all taken is said to be at its capacity, until one of them is idle", async () => {
  const { url } = await serveCounter();
  const agents = Object.fromEntries(["one", "two", "three"].map((name) => [name, { tools: ["counter"] }]));
  const started = await startGateway({ counter: { mcp: url } }, { agents });
  const call = async (agent: string) => {
    const { url: at, token } = started.gateway.agents[agent] as { readonly url: string; readonly token: string };
    const client = await connect({ url: at, headers: { authorization: `Bearer ${token}` } });
    return textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  };
  // One session lists.
  await started.gateway.ready();
  expect([await call("one"), await call("two")]).toEqual(["1", "1"]);
  expect(await call("three")).toMatch(/^source counter gave no answer: it already has 3 sessions of this gateway, which is its capacity; /);
  await expect.poll(() => call("three"), { timeout: 10_000 }).toBe("1");
});
