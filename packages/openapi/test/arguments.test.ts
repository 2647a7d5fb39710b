// What is an argument of a tool and what is not.

import { ANONYMOUS, RESULT_MAX_BYTES } from "@toolcrib/core";
import { openApiTools } from "@toolcrib/openapi";
import { CallAbort, createToolset, runCall } from "@toolcrib/tools/run";
import { describe, expect, test } from "vitest";

const document = (operation: object, root: object = {}, method = "post") => ({
  openapi: "3.1.1",
  servers: [{ url: "https://api.test" }],
  ...root,
  paths: { "/it": { [method]: { operationId: "it", ...operation } } },
});

async function toolOf(doc: object, answer: () => Response = () => Response.json({})) {
  const sent: { readonly url: string; readonly headers: Headers; readonly body: string }[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), headers: new Headers(init?.headers), body: await new Response(init?.body ?? null).text() });
    return answer();
  };
  const { tools, diagnostics } = await openApiTools(doc, { fetch: fetch as typeof globalThis.fetch });
  const tool = createToolset(tools).get("it");
  if (tool === undefined) throw new Error("no tool");
  const call = async (args: object) => {
    const abort = new CallAbort();
    const end = await runCall(tool, {
      arguments: args,
      identity: ANONYMOUS,
      callId: "c",
      idempotencyKey: "k",
      answers: [],
      approved: false,
      abort,
    });
    if (end.type !== "result") throw new Error("a question");
    return end.result;
  };
  return { input: tool.input.published, diagnostics, sent, call };
}

const keyed = (place: string) => ({ components: { securitySchemes: { key: { type: "apiKey", in: place, name: "X-Key" } } } });

test("arguments stand in the order of an object's members, whatever their names", async () => {
  const named = (name: string) => ({ name, in: "query", schema: { type: "string" } });
  const names = ["b", "10", "2", "constructor", "__proto__", "2fa"];
  const { input } = await toolOf(document({ parameters: names.map(named) }, {}, "get"));
  expect(Object.keys(input.properties as object)).toEqual(["2", "10", "b", "constructor", "__proto__", "2fa"]);
});

test("a definition may have any name", async () => {
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const names = ["b", "10", "__proto__"];
  const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties: { [`of ${name}`]: {} } }]));
  const parameters = names.map((name) => ({ name: `to ${name}`, in: "query", schema: schema(name) }));
  const { input } = await toolOf(document({ parameters }, { components: { schemas } }, "get"));
  expect(Object.entries(input.$defs as object)).toEqual([
    ["10", schemas["10"]],
    ["b", schemas.b],
    ["__proto__", { type: "object", properties: { "of __proto__": {} } }],
  ]);
});

describe("a parameter that is where the API key goes [openapi.credentials-no-arguments]", () => {
  test.each(["query", "header", "cookie"])("in the %s is no argument, and said to be none", async (place) => {
    const parameters = [
      { name: "X-Key", in: place, required: true, schema: { type: "string" } },
      { name: "q", in: "query", schema: { type: "string" } },
    ];
    const { input, diagnostics } = await toolOf(document({ parameters }, keyed(place), "get"));
    expect(Object.keys(input.properties as object)).toEqual(["q"]);
    expect(diagnostics).toMatchObject([{ code: "parameter_skipped", message: expect.stringContaining("API key") }]);
  });

  test("is none in a 2.0 document either, whose header is written in other letters", async () => {
    const parameters = [{ name: "x-key", in: "header", type: "string" }];
    const { input } = await toolOf({
      swagger: "2.0",
      host: "api.test",
      securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-KEY" } },
      paths: { "/it": { get: { operationId: "it", parameters } } },
    });
    expect(input.properties).toEqual({});
  });

  test("of another place stays one", async () => {
    const parameters = [{ name: "X-Key", in: "query", schema: { type: "string" } }];
    const { input } = await toolOf(document({ parameters }, keyed("header"), "get"));
    expect(Object.keys(input.properties as object)).toEqual(["X-Key"]);
  });
});

test.each(["application/xml", "text/csv"])("a body of %s is text, whatever structure its schema describes", async (mediaType) => {
  const content = { [mediaType]: { schema: { type: "object", properties: { name: { type: "string" } } } } };
  const { input, call, sent } = await toolOf(document({ requestBody: { required: true, content } }));
  expect(input.properties).toEqual({ body: { type: "string", description: `The whole text, as ${mediaType}` } });
  await call({ body: "<name>x</name>" });
  expect(sent[0]).toMatchObject({ body: "<name>x</name>" });
  expect((await call({ body: { name: "x" } })).isError).toBe(true);
});

test("a file of any type is sent as bytes, and not as JSON that holds their base64", async () => {
  const content = { "*/*": { schema: { type: "string", format: "binary" } } };
  const { call, sent } = await toolOf(document({ requestBody: { required: true, content } }));
  await call({ body: "aGVsbG8=" });
  expect(sent[0]?.body).toBe("hello");
  expect(sent[0]?.headers.get("content-type")).toBe("application/octet-stream");
});

test("an answer of JSON may be as long as a result, for its text is the same again", async () => {
  const text = JSON.stringify({ quoted: '"'.repeat(RESULT_MAX_BYTES / 2 - 100) });
  const { call } = await toolOf(document({}, {}, "get"), () => new Response(text, { headers: { "content-type": "application/json" } }));
  expect((await call({})).isError).toBeUndefined();
});
