// One endpoint, described by hand.

import { ANONYMOUS, META, type ToolResult } from "@toolcrib/core";
import { type ApiOptions, type Endpoint, endpointTool } from "@toolcrib/openapi";
import { CallAbort, createToolset, type PreparedTool, runCall } from "@toolcrib/tools/run";
import { expect, test } from "vitest";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

const ORDER: Endpoint = {
  url: "https://api.test/v1/orders/{orderId}",
  description: "Gets an order",
  parameters: [
    { name: "orderId", in: "path", schema: { type: "string", maxLength: 10 } },
    { name: "fields", in: "query", description: "Which fields", schema: { type: "array", items: { type: "string" } }, explode: false },
    { name: "X-Trace", in: "header" },
  ],
};

async function call(
  endpoint: Endpoint,
  args: object,
  options: Partial<ApiOptions> = {},
): Promise<{ readonly sent: readonly Sent[]; readonly result: ToolResult }> {
  const sent: Sent[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, method: request.method, headers: request.headers, body: await request.text() });
    return Response.json({ ok: true });
  };
  const tool = createToolset({ it: endpointTool(endpoint, { fetch: answer, ...options }) }).get("it") as PreparedTool;
  const end = await runCall(tool, {
    arguments: args,
    identity: ANONYMOUS,
    callId: "1",
    idempotencyKey: "key-1",
    answers: [],
    approved: false,
    abort: new CallAbort(),
  });
  if (end.type !== "result") throw new Error("the call asked a question");
  return { sent, result: end.result };
}

test("its parameters are the arguments, and the outermost object is closed", () => {
  const tool = endpointTool(ORDER, { fetch });
  expect(tool.input).toEqual({
    type: "object",
    properties: {
      orderId: { type: "string", maxLength: 10 },
      fields: { type: "array", items: { type: "string" }, description: "Which fields" },
      "X-Trace": { type: "string" },
    },
    required: ["orderId"],
    additionalProperties: false,
  });
  expect(tool).toMatchObject({ description: "Gets an order", effects: "none", idempotency: "none", timeoutMs: 60_000 });
});

test("a request is written by the same rules as one of a document", async () => {
  const { sent, result } = await call(ORDER, { orderId: "A/1", fields: ["id", "total"], "X-Trace": "7" });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.test/v1/orders/A%2F1?fields=id,total" });
  expect(sent[0]?.headers.get("x-trace")).toBe("7");
  expect(result).toMatchObject({ structuredContent: { ok: true } });
});

test("a body is JSON unless a media type says otherwise, and a write carries the call's idempotency key", async () => {
  const schema = { type: "object", properties: { item: { type: "string" }, tags: { type: "array", items: { type: "string" } } } };
  const endpoint: Endpoint = { method: "post", url: "https://api.test/orders", description: "Creates an order", body: { schema } };
  const args = { body: { item: "tea", tags: ["a", "b"] } };
  const { sent } = await call(endpoint, args);
  expect(sent[0]).toMatchObject({ method: "POST", url: "https://api.test/orders", body: JSON.stringify(args.body) });
  expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  expect(sent[0]?.headers.get("idempotency-key")).toBe("key-1");
  expect(endpointTool(endpoint, { fetch }).effects).toBe("external");

  const form = await call(
    {
      ...endpoint,
      body: { schema, mediaType: "application/x-www-form-urlencoded", encodings: { tags: { style: "form", explode: false } } },
    },
    args,
  );
  expect(form.sent[0]?.body).toBe("item=tea&tags=a,b");
});

test("the body is required unless it says it is not", () => {
  const endpoint = (body: Endpoint["body"]): Endpoint => ({
    method: "PUT",
    url: "https://api.test/a",
    description: "Puts",
    ...(body === undefined ? {} : { body }),
  });
  expect(endpointTool(endpoint({ schema: {} }), { fetch }).input).toMatchObject({ required: ["body"] });
  expect(endpointTool(endpoint({ schema: {}, required: false }), { fetch }).input).not.toHaveProperty("required");
});

test("its schema may have definitions of its own, and what it refuses is never sent", async () => {
  const schema = {
    $ref: "#/$defs/Node",
    $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" }, value: { type: "integer" } }, required: ["value"] } },
  };
  const endpoint: Endpoint = { method: "POST", url: "https://api.test/a", description: "Posts", body: { schema } };
  expect((await call(endpoint, { body: { value: 1, next: { value: 2 } } })).sent).toHaveLength(1);
  for (const args of [{ body: { value: 1, next: {} } }, {}, { body: { value: 1 }, other: 1 }]) {
    const { sent, result } = await call(endpoint, args);
    expect(sent).toEqual([]);
    expect(result).toMatchObject({ isError: true, _meta: { [META.errorType]: "invalid_args" } });
  }
});

test("credentials go to its own origin, and headers of the operator too", async () => {
  const { sent } = await call(
    ORDER,
    { orderId: "1" },
    { auth: { type: "bearer", token: "secret-token" }, headers: { "x-api-version": "2" } },
  );
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer secret-token");
  expect(sent[0]?.headers.get("x-api-version")).toBe("2");
  const elsewhere = await call(
    ORDER,
    { orderId: "1" },
    { auth: { type: "bearer", token: "secret-token" }, authOrigins: ["https://other.test"] },
  );
  expect(elsewhere.sent[0]?.headers.get("authorization")).toBeNull();
});

test.each<readonly [string, Endpoint, string]>([
  [
    "a path",
    { url: "/orders", description: "x" },
    '"/orders" is no URL of an endpoint: https://host/path, without query, values of the path as {name}',
  ],
  ["a URL with a query", { url: "https://api.test/a?b=1", description: "x" }, "without query"],
  ["a URL that is not HTTP", { url: "file:///etc/passwd", description: "x" }, "is no URL of an endpoint"],
  [
    "a value of the path that nothing describes",
    { url: "https://api.test/{id}", description: "x" },
    'the URL has {id}, which no parameter in "path" describes',
  ],
])("%s is an error at start", (_what, endpoint, words) => {
  expect(() => endpointTool(endpoint, { fetch })).toThrow(words);
});

test("without fetch it is an error at start", () => {
  expect(() => endpointTool(ORDER, {} as ApiOptions)).toThrow("endpointTool needs fetch: the one that may reach the API");
});
