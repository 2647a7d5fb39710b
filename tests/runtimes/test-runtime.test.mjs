// testRuntime() as its users have it, in one file for `node --test`, `bun test` and `deno test`: a server in memory,
// and nothing but `node:assert` to look at what it answered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveTools } from "@toolcrib/server";
import { failed, refused, succeeded, testRuntime } from "@toolcrib/testing";
import { schema, tool } from "@toolcrib/tools";

const URL_OF_SHOP = "https://shop.test/mcp";

/** A runtime and a server that trusts it; `call` calls its one tool. */
async function setUp(definition) {
  const runtime = await testRuntime();
  const refund = tool({ description: "Refunds an order", input: schema.Object({ orderId: schema.String() }), ...definition });
  const handler = serveTools({ refund }, runtime.options);
  return { call: (options) => runtime.callTool(handler, URL_OF_SHOP, "refund", { orderId: "A1" }, options) };
}

test("what is tested is what was built", () => {
  for (const name of ["server", "testing", "tools"]) assert.match(import.meta.resolve(`@toolcrib/${name}`), /\/dist\/index\.js$/);
});

test("a signed call runs for its subject", async () => {
  const { call } = await setUp({ execute: ({ orderId }, { identity }) => ({ orderId, for: identity.subject }) });

  const outcome = await call({ subject: "alice" });

  assert.ok(succeeded(outcome));
  assert.deepEqual(outcome.structuredContent, { orderId: "A1", for: "alice" });
});

test("a token with one thing wrong is refused before the handler", async () => {
  let runs = 0;
  const { call } = await setUp({ execute: () => (runs += 1) });

  for (const fault of ["bad_signature", "wrong_arguments", "token_missing"]) assert.ok(refused(await call({ fault })), fault);

  assert.equal(runs, 0);
});

test("progress is heard in order", async () => {
  const { call } = await setUp({
    execute: (_args, context) => {
      for (const word of ["reading", "writing"]) context.progress(word);
      return "done";
    },
  });
  const heard = [];

  const outcome = await call({ onProgress: ({ message }) => heard.push(message) });

  assert.deepEqual([...heard, outcome.text], ["reading", "writing", "done"]);
});

test("a caller that leaves aborts the call", async () => {
  const leave = new AbortController();
  let reason;
  const { call } = await setUp({
    execute: (_args, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve((reason = signal.reason.code)));
        leave.abort();
      }),
  });

  const outcome = await call({ signal: leave.signal });

  assert.ok(failed(outcome));
  assert.equal(reason, "client_disconnected");
});

test("a retry of one call has the same idempotency key, another call has its own", async () => {
  const { call } = await setUp({ execute: (_args, { idempotencyKey }) => idempotencyKey });
  const callId = crypto.randomUUID();

  const [first, retry, other] = [await call({ callId }), await call({ callId, attempt: 2 }), await call()];

  assert.ok(first.text.length > 0);
  assert.equal(retry.text, first.text);
  assert.notEqual(other.text, first.text);
});

test("a question is answered and the handler reads the answer", async () => {
  const { call } = await setUp({
    ask: (_args, { answers }) => (answers.length === 0 ? { message: "Why?", form: schema.Object({ reason: schema.String() }) } : undefined),
    execute: (_args, { answers }) => answers,
  });

  const outcome = await call({ answer: ({ message }) => ({ reason: `${message} It broke` }) });

  assert.deepEqual(outcome.structuredContent, [{ reason: "Why? It broke" }]);
});
