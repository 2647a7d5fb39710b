// Methods: which operations can be called with `fetch`, and how each is sent.

import { openApiTools } from "@toolcrib/openapi";
import { expect, test } from "vitest";

async function toolsOf(version: "2.0" | "3.2.0", item: object) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (_url, { method = "" } = {}) => {
    sent.push(method);
    return Response.json({});
  };
  const head = version === "2.0" ? { swagger: "2.0", host: "api.test" } : { openapi: version, servers: [{ url: "https://api.test" }] };
  const { tools, diagnostics } = await openApiTools({ ...head, paths: { "/it": item } }, { fetch });
  const call = async () => {
    for (const { execute } of Object.values(tools))
      await execute({} as never, { idempotencyKey: "key-1", signal: new AbortController().signal } as never);
    return sent;
  };
  return { tools, call, diagnostics: diagnostics.map(({ code, pointer }) => `${code} ${pointer}`) };
}

test("every method of a path item is sent in capitals, a further one as it is written", async () => {
  const methods = ["get", "put", "post", "delete", "options", "head", "patch", "query"];
  const fixed = Object.fromEntries(methods.map((method) => [method, {}]));
  const { call } = await toolsOf("3.2.0", { ...fixed, additionalOperations: { COPY: {}, Link: {}, "x-own": {} } });
  const sent = await call();
  expect([...sent].sort()).toEqual([...methods.map((method) => method.toUpperCase()), "COPY", "Link", "x-own"].sort());
});

test.each(["2.0", "3.2.0"] as const)("in %s, TRACE can't be sent, so it is no tool and is reported", async (version) => {
  const { tools, diagnostics } = await toolsOf(version, { get: {}, trace: {} });
  expect(Object.keys(tools)).toEqual(["get_it"]);
  expect(diagnostics).toEqual(["operation_skipped #/paths/~1it/trace"]);
});

test.each(["CONNECT", "TRACK", "trace"])("nor can a further operation %s", async (method) => {
  const { tools, diagnostics } = await toolsOf("3.2.0", { additionalOperations: { [method]: {} } });
  expect(Object.keys(tools)).toEqual([]);
  expect(diagnostics).toEqual([`operation_skipped #/paths/~1it/additionalOperations/${method}`]);
});

test.each(["get", "head"])("a body of %s can't be sent, so it is no argument and is reported", async (method) => {
  const requestBody = { required: true, content: { "application/json": { schema: {} } } };
  const { tools, diagnostics, call } = await toolsOf("3.2.0", { [method]: { requestBody } });
  expect(Object.values(tools)[0]?.input).toMatchObject({ properties: {} });
  expect(diagnostics).toEqual([`parameter_skipped #/paths/~1it/${method}/requestBody`]);
  expect(await call()).toEqual([method.toUpperCase()]);
});
