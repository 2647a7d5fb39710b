// A request that is read back by the rules of the specification gives the arguments it was written from.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Given, parameterOf, ROWS } from "./described-arbitraries.ts";
import { parseRequest } from "./parse-request.ts";
import { apiOf, documentOf } from "./sent.ts";

/** For each row; operations of many parameters take longer to make up than to call. */
const RUNS = 200;
const OPERATION_RUNS = 150;

/** What the parameters' values become on the way there and back. */
async function roundTrip(parameters: readonly Given[], body?: { readonly mediaType: string; readonly value: unknown }) {
  const path = `/it${parameters
    .filter((one) => one.in === "path")
    .map(({ name }) => `/{${name}}`)
    .join("")}`;
  const described = parameters.map(({ name, in: place, style, explode }) => ({
    name,
    in: place,
    style,
    explode,
    required: true,
    schema: {},
  }));
  const requestBody = body === undefined ? {} : { requestBody: { required: true, content: { [body.mediaType]: {} } } };
  const document = documentOf({ parameters: described, ...requestBody }, { path, method: "post", version: "3.2.0" });
  const api = await apiOf(document);
  const args = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const { written, headers, body: sent } = await api.call(body === undefined ? args : { ...args, body: body.value });
  const target = written.slice("https://api.test".length);
  return { given: args, back: parseRequest(parameters, `/v1${path}`, { target, headers }), sent };
}

test.each(ROWS.map((row) => [row.in, row.style, row.explode, row] as const))(
  "values in %s of style %s, explode %s, come back as they were",
  async (_place, _style, _explode, row) => {
    await fc.assert(
      fc.asyncProperty(parameterOf(row, 0), async (parameter) => {
        const { given, back } = await roundTrip([parameter]);
        expect(back).toEqual(given);
      }),
      { numRuns: RUNS },
    );
  },
);

const operation = fc
  .array(fc.constantFrom(...ROWS), { minLength: 2, maxLength: 8 })
  .chain((rows) => fc.tuple(...rows.map((row, index) => parameterOf(row, index))));

test("values of many parameters of one operation come back, each as its own [openapi.exact-requests]", async () => {
  await fc.assert(
    fc.asyncProperty(operation, async (parameters) => {
      const { given, back } = await roundTrip(parameters);
      expect(back).toEqual(given);
    }),
    { numRuns: OPERATION_RUNS },
  );
});

test("a JSON body comes back, whatever the parameters beside it are", async () => {
  await fc.assert(
    fc.asyncProperty(operation, fc.jsonValue({ stringUnit: "binary" }), async (parameters, value) => {
      const { given, back, sent = "" } = await roundTrip(parameters, { mediaType: "application/json", value });
      expect(back).toEqual(given);
      expect(JSON.stringify(JSON.parse(sent))).toBe(JSON.stringify(value));
    }),
    { numRuns: OPERATION_RUNS },
  );
});

test("a form comes back by the rules of URLSearchParams", async () => {
  const texts = fc.string({ unit: "binary", maxLength: 8 });
  const form = fc.dictionary(texts, fc.oneof(texts, fc.array(texts, { minLength: 1, maxLength: 3 })), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(form, async (value) => {
      const { sent = "" } = await roundTrip([], { mediaType: "application/x-www-form-urlencoded", value });
      expect([...new URLSearchParams(sent)]).toEqual(
        Object.entries(value).flatMap(([name, item]) => [item].flat().map((text) => [name, text])),
      );
    }),
    { numRuns: RUNS },
  );
});

test("parts come back by the rules of FormData, files byte for byte", async () => {
  const value = fc.record({ text: fc.string({ unit: "binary" }), list: fc.array(fc.integer(), { minLength: 1 }), file: fc.uint8Array() });
  await fc.assert(
    fc.asyncProperty(value, async ({ text, list, file }) => {
      const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
      const document = documentOf({ requestBody: { content: { "multipart/form-data": { schema } } } }, { method: "post" });
      let form: FormData | undefined;
      const { openApiTools } = await import("@toolcrib/openapi");
      const fetch: typeof globalThis.fetch = async (url, init) => {
        form = await new Request(url, init).formData();
        return Response.json({});
      };
      const { tools } = await openApiTools(document, { fetch });
      const body = { text, list, file: Buffer.from(file).toString("base64") };
      await tools.post_it?.execute({ body } as never, { idempotencyKey: "key-1", signal: new AbortController().signal } as never);
      expect(form?.get("text")).toBe(text);
      expect(form?.getAll("list")).toEqual(list.map(String));
      const sent = form?.get("file") as File;
      expect(new Uint8Array(await sent.arrayBuffer())).toEqual(file);
    }),
    { numRuns: 100 },
  );
});
