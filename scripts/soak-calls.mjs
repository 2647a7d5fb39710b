// The kinds of calls a soak is made of: what is sent, what must come of it, and how many of a thousand are of this kind.

import { CallError, schema, tool } from "../packages/tools/dist/index.js";

/** A promise with its end outside. */
function gate() {
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Calls that wait for somebody, by the name they were given. */
const waiting = new Map();
function expectCall(name) {
  const seen = { started: gate(), ended: gate() };
  waiting.set(name, seen);
  return seen;
}

const named = schema.Object({ name: schema.String() });
const large = "x".repeat(1_100_000);
const form = schema.Object({ sure: schema.Boolean() });

export const tools = {
  add: tool({
    description: "x",
    input: schema.Object({ a: schema.Integer() }),
    output: schema.Object({ sum: schema.Integer() }),
    execute: ({ a }) => ({ sum: a + 1 }),
  }),
  add_later: tool({
    description: "x",
    input: schema.Object({ a: schema.Integer() }),
    execute: async ({ a }, { signal }) => ({ sum: a + 1, aborted: signal.aborted }),
  }),
  fails: tool({
    description: "x",
    execute: () => {
      throw new CallError("busy", { errorType: "rate_limited", cause: new Error("why") });
    },
  }),
  rejects: tool({ description: "x", execute: async () => Promise.reject(new Error("out of stock")) }),
  large: tool({ description: "x", execute: () => large }),
  silent: tool({ description: "x", timeoutMs: 1_000, execute: () => new Promise(() => {}) }),
  reports: tool({
    description: "x",
    execute: async (_args, { progress }) => {
      for (let step = 0; step < 3; step += 1) progress(`step ${step}`);
      return "done";
    },
  }),
  waits: tool({
    description: "x",
    input: named,
    execute: ({ name }, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        const { started, ended } = waiting.get(name);
        signal.addEventListener("abort", () => {
          waiting.delete(name);
          ended.open(signal.reason.code);
          reject(signal.reason);
        });
        progress("started");
        started.open();
      }),
  }),
  asks: tool({
    description: "x",
    ask: (_args, { answers }) => (answers.length === 0 ? { message: "Sure?", form } : undefined),
    execute: (_args, { answers }) => ({ answers }),
  }),
  approved: tool({ description: "x", approval: "always", execute: () => "ran" }),
};

const URL_OF_SOAK = "http://localhost/mcp";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function post(message, headers, { life, signal }) {
  const request = new Request(URL_OF_SOAK, {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(message),
    ...(signal === undefined ? {} : { signal }),
  });
  // A platform that hands out one signal for many requests: what listens to it must go with each call.
  return signal === undefined ? Object.defineProperty(request, "signal", { value: life }) : request;
}

const stateless = (method, params, context) =>
  post(
    {
      jsonrpc: "2.0",
      id: context.n,
      method,
      params: { ...params, _meta: { ...ENVELOPE, ...(context.token === undefined ? {} : { progressToken: context.token }) } },
    },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...(params.name === undefined ? {} : { "mcp-name": params.name }) },
    context,
  );
const handshake = (method, params, context) =>
  post({ jsonrpc: "2.0", id: context.n, method, params }, { "mcp-protocol-version": "2025-11-25" }, context);
const call = (name, args, context, more = {}) => stateless("tools/call", { name, arguments: args, ...more }, context);
const handshakeCall = (name, args, context) => handshake("tools/call", { name, arguments: args }, context);

/** What came of it, in a word. */
function wordFor({ result, error }) {
  if (error !== undefined) return `error ${error.code}`;
  if (result.resultType === "input_required") return "question";
  return result.isError ? `failed: ${result._meta["agent-runtime/errorType"]}` : "result";
}
const word = async (response) => wordFor(await (await response).json());
const messagesOf = (text) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));

/** Sends a call that asks, then the same again with what a person did. */
async function answered(handler, name, response, context) {
  const { result } = await (await handler(call(name, {}, context))).json();
  const [key] = Object.keys(result.inputRequests);
  return word(handler(call(name, {}, context, { requestState: result.requestState, inputResponses: { [key]: response } })));
}

/** Why a call that waits was stopped. */
async function stopped(context, stop) {
  const name = `wait-${context.n}`;
  const { started, ended } = expectCall(name);
  await stop(name, started.opened);
  return ended.opened;
}

/** Each kind: how many of a thousand, what it must end as, and how it is done. */
export const KINDS = {
  "good, 2026-07-28": { weight: 275, ends: "result", run: ({ handler, ...c }) => word(handler(call("add", { a: c.n }, c))) },
  "good, 2025-11-25": { weight: 200, ends: "result", run: ({ handler, ...c }) => word(handler(handshakeCall("add", { a: c.n }, c))) },
  "good, looks at its signal": { weight: 100, ends: "result", run: ({ handler, ...c }) => word(handler(call("add_later", { a: c.n }, c))) },
  "good, signed": {
    weight: 60,
    ends: "result",
    run: async ({ verified, runtime, n }) => word(verified(await runtime.request(URL_OF_SOAK, "add", { a: n }))),
  },
  "a bad token": {
    weight: 40,
    ends: "status 401",
    run: async ({ verified, runtime, n }) => {
      const fault = ["token_expired", "bad_signature", "wrong_arguments", "token_missing", "unknown_key"][n % 5];
      const response = await verified(await runtime.request(URL_OF_SOAK, "add", { a: n }, { fault }));
      await response.text();
      return `status ${response.status}`;
    },
  },
  "arguments that do not fit": {
    weight: 60,
    ends: "failed: invalid_args",
    run: ({ handler, ...c }) => word(handler(call("add", { a: "x", [`b${c.n}`]: 1 }, c))),
  },
  "a tool that is not there": {
    weight: 50,
    ends: "error -32602",
    run: ({ handler, ...c }) => word(handler(handshakeCall(`nope-${c.n}`, {}, c))),
  },
  "a handler that throws": { weight: 30, ends: "failed: rate_limited", run: ({ handler, ...c }) => word(handler(call("fails", {}, c))) },
  "a handler that rejects": {
    weight: 30,
    ends: "failed: unknown",
    run: ({ handler, ...c }) => word(handler(handshakeCall("rejects", {}, c))),
  },
  "a result too large": { weight: 1, ends: "failed: unknown", run: ({ handler, ...c }) => word(handler(call("large", {}, c))) },
  "a stream, read": {
    weight: 40,
    ends: "3 reports, result",
    run: async ({ handler, ...c }) => {
      const messages = messagesOf(await (await handler(call("reports", {}, { ...c, token: c.n }))).text());
      return `${messages.length - 1} reports, ${wordFor(messages.at(-1))}`;
    },
  },
  "a stream, left half-way": {
    weight: 20,
    ends: "client_disconnected",
    run: ({ handler, ...c }) =>
      stopped(c, async (name) => {
        const reader = (await handler(call("waits", { name }, { ...c, token: c.n }))).body.getReader();
        await reader.read();
        await reader.cancel();
      }),
  },
  "aborted before it ran": {
    weight: 20,
    ends: "failed: aborted",
    run: ({ handler, ...c }) => {
      return word(handler(call("add_later", { a: 1 }, { ...c, signal: AbortSignal.abort() })));
    },
  },
  "aborted while it ran": {
    weight: 20,
    ends: "client_disconnected",
    run: ({ handler, ...c }) =>
      stopped(c, async (name, started) => {
        const abort = new AbortController();
        const answer = handler(handshakeCall("waits", { name }, { ...c, signal: abort.signal }));
        await started;
        abort.abort();
        await (await answer).text();
      }),
  },
  "cancelled by a message": {
    weight: 15,
    ends: "cancelled",
    run: ({ handler, ...c }) =>
      stopped(c, async (name, started) => {
        const answer = handler(handshakeCall("waits", { name }, c));
        await started;
        const note = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: c.n } };
        await handler(post(note, { "mcp-protocol-version": "2025-11-25" }, c));
        await (await answer).text();
      }),
  },
  "asked and answered": {
    weight: 10,
    ends: "result",
    run: ({ handler, ...c }) => answered(handler, "asks", { action: "accept", content: { sure: true } }, c),
  },
  "asked and approved": {
    weight: 5,
    ends: "result",
    run: ({ handler, ...c }) => answered(handler, "approved", { action: "accept", content: { approve: true } }, c),
  },
  "asked and declined": {
    weight: 5,
    ends: "failed: aborted",
    run: ({ handler, ...c }) => answered(handler, "approved", { action: "decline" }, c),
  },
  "asked and never answered": { weight: 4, ends: "question", run: ({ handler, ...c }) => word(handler(call("asks", {}, c))) },
  "a subscription, left": {
    weight: 5,
    ends: "acknowledged",
    run: async ({ handler, ...c }) => {
      const reader = (await handler(stateless("subscriptions/listen", { notifications: {} }, c))).body.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return new TextDecoder().decode(value).includes("subscriptions/acknowledged") ? "acknowledged" : "something else";
    },
  },
  "a list": {
    weight: 10,
    ends: "result",
    run: ({ handler, ...c }) => word(handler(c.n % 2 === 0 ? stateless("tools/list", {}, c) : handshake("tools/list", {}, c))),
  },
};

/** Some of these run beside all others, since each takes a second. */
export const TIMEOUT = { ends: "failed: timeout", run: ({ handler, ...c }) => word(handler(call("silent", {}, c))) };
