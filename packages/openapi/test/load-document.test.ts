// Documents from files and URLs: what is read, what is not, and what is said where it can't be.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openApiTools, responseSchemaOf } from "@toolcrib/openapi";
import { type LoadOptions, loadDocument } from "@toolcrib/openapi/node";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcrib-documents-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const folderUrl = () => `${pathToFileURL(folder).href}/`;

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A document whose one operation takes a body of this schema. */
const withBody = (schema: unknown, root: object = {}) => ({
  openapi: "3.1.0",
  servers: [{ url: "https://api.test" }],
  ...root,
  paths: { "/it": { post: { operationId: "it", requestBody: { required: true, content: { "application/json": { schema } } } } } },
});

/** The published schema of the one operation's arguments, and what was reported. */
async function inputOf(source: string | URL, options: LoadOptions = {}) {
  const loaded = await loadDocument(source, options);
  const { tools, diagnostics } = await openApiTools(loaded.document, { fetch, documents: loaded.documents });
  const input = tools.it?.input as { readonly properties: { readonly body: unknown }; readonly $defs?: Record<string, unknown> };
  return { ...loaded, input, tools, codes: diagnostics.map(({ code }) => code) };
}

test("a file is read by its path, its file URL as text, and as a URL", async () => {
  const path = write("api.json", withBody({ type: "integer" }));
  for (const source of [path, pathToFileURL(path).href, pathToFileURL(path)]) {
    const { input, documentUrl } = await inputOf(source);
    expect(input.properties.body).toEqual({ type: "integer" });
    expect(documentUrl).toBeUndefined();
  }
});

test("a URL is read through the given fetch, and says where a relative server starts", async () => {
  const origin = await serve((_request, response) =>
    response.end(JSON.stringify(withBody({ type: "integer" }, { servers: [{ url: "v1" }] }))),
  );
  const asked: string[] = [];
  const spy: typeof fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  const { documentUrl, input } = await inputOf(`${origin}/docs/api.json`, { fetch: spy });
  expect(asked).toEqual([`${origin}/docs/api.json`]);
  expect(documentUrl).toBe(`${origin}/docs/api.json`);
  expect(input.properties.body).toEqual({ type: "integer" });
});

test("YAML is read as JSON has it: dates stay text, and a key named __proto__ is a key", async () => {
  const { document } = await loadDocument(
    write("api.yaml", "openapi: 3.1.0\ninfo: {version: 2026-11-30, title: yes}\npaths: {}\nx-data: {__proto__: {polluted: true}}\n"),
  );
  const { info, "x-data": data } = document as unknown as { readonly info: unknown; readonly "x-data": object };
  expect(info).toEqual({ version: "2026-11-30", title: "yes" });
  expect(Object.keys(data)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  expect(({} as { readonly polluted?: true }).polluted).toBeUndefined();
});

test("aliases of YAML are read where they are few, and refused where they would be billions of values", async () => {
  const shared = "openapi: 3.1.0\nservers: [{url: 'https://api.test'}]\nx-shared: &text {type: string, maxLength: 5}\n";
  const few = write(
    "few.yaml",
    `${shared}paths: {/it: {post: {operationId: it, requestBody: {content: {application/json: {schema: {type: object, properties: {a: *text, b: *text}}}}}}}}\n`,
  );
  expect((await inputOf(few)).input.properties.body).toEqual({
    type: "object",
    properties: { a: { type: "string", maxLength: 5 }, b: { type: "string", maxLength: 5 } },
  });

  const levels = Array.from({ length: 40 }, (_, level) => `l${level + 1}: &l${level + 1} {a: *l${level}, b: *l${level}}`);
  const bomb = write("bomb.yaml", ["openapi: 3.1.0", "l0: &l0 {type: string}", ...levels].join("\n"));
  await expect(loadDocument(bomb)).rejects.toThrow("with its aliases written out it has more than 5000000 values");
  const circle = write("circle.yaml", "openapi: 3.1.0\nx: &x {y: *x}\n");
  await expect(loadDocument(circle)).rejects.toThrow("an alias is part of what it stands for");
});

test("a reference to another document is named and not read unless it is allowed [openapi.references-allowed]", async () => {
  const path = write("api.json", withBody({ $ref: "parts/order.json#/Order" }));
  write("parts/order.json", { Order: { type: "object", properties: { item: { $ref: "#/Item" } } }, Item: { type: "string" } });
  const without = await inputOf(path);
  expect(without.refused).toEqual([`${folderUrl()}parts/order.json`]);
  expect(without.input.properties.body).toEqual({});
  expect(without.codes).toEqual(["reference_unresolved"]);

  const allowed = await inputOf(path, { allow: [`${folderUrl()}parts/`] });
  expect({ refused: allowed.refused, codes: allowed.codes }).toEqual({ refused: [], codes: [] });
  expect(Object.values(allowed.input.$defs ?? {})).toEqual(
    expect.arrayContaining([
      { type: "string" },
      { type: "object", properties: { item: { $ref: expect.stringMatching(/^#\/\$defs\/Item/) } } },
    ]),
  );
});

test("references go from file to file, relative to each, in a circle too, and back into the first", async () => {
  const path = write("api.json", withBody({ $ref: "a/first.json" }, { components: { schemas: { Home: { type: "boolean" } } } }));
  write("a/first.json", {
    type: "object",
    properties: { next: { $ref: "../b/second.json" }, home: { $ref: "../api.json#/components/schemas/Home" } },
  });
  write("b/second.json", { type: "object", properties: { back: { $ref: "../a/first.json" }, value: { $ref: "third.yaml" } } });
  write("b/third.yaml", "type: string\nenum: [found]\n");
  const { input, refused, unreadable, codes } = await inputOf(path, { allow: [folderUrl()] });
  expect({ refused, unreadable, codes }).toEqual({ refused: [], unreadable: [], codes: [] });
  const definitions = Object.values(input.$defs ?? {});
  expect(definitions).toHaveLength(4);
  // The property is named as data is elsewhere, and is a schema all the same.
  expect(definitions).toContainEqual({ type: "string", enum: ["found"] });
  expect(definitions).toContainEqual({ type: "boolean" });
});

test("what stands in an extension, an example, a default or a list of values is data and leads nowhere [openapi.data-not-followed]", async () => {
  const away = { $ref: "https://elsewhere.test/secret.json" };
  const schema = {
    type: "object",
    example: away,
    examples: [away],
    default: { a: away },
    "x-logo": away,
    properties: { a: { enum: [away] }, b: { const: away } },
  };
  const { refused } = await loadDocument(write("api.json", { ...withBody(schema), "x-docs": away, info: { "x-about": [away] } }));
  expect(refused).toEqual([]);
});

test("a property named example, default or x-id, and the response named default, may refer", async () => {
  const document = withBody({
    type: "object",
    properties: { example: { $ref: "text.json" }, default: { $ref: "text.json" }, "x-id": { $ref: "text.json" } },
  });
  const { post } = document.paths["/it"];
  const path = write("api.json", { ...document, paths: { "/it": { post: { ...post, responses: { "200": { $ref: "answer.json" } } } } } });
  write("text.json", { type: "string" });
  write("answer.json", { content: { "application/json": { schema: { type: "integer" } } } });
  const { input, tools, codes } = await inputOf(path, { allow: [folderUrl()] });
  expect(codes).toEqual([]);
  expect(Object.values(input.$defs ?? {})).toEqual([{ type: "string" }]);
  expect(tools.it === undefined ? undefined : responseSchemaOf(tools.it)).toEqual({ type: "integer" });
});

test("a discriminator's mapping to other files still chooses", async () => {
  const schema = {
    oneOf: [{ $ref: "cat.json" }, { $ref: "dog.json" }],
    discriminator: { propertyName: "kind", mapping: { meow: "cat.json", wuff: "./dog.json" } },
  };
  const path = write("api.json", withBody(schema));
  write("cat.json", { type: "object" });
  write("dog.json", { type: "object" });
  const { oneOf } = (await inputOf(path, { allow: [folderUrl()] })).input.properties.body as {
    readonly oneOf: readonly { readonly properties: unknown }[];
  };
  expect(oneOf.map(({ properties }) => properties)).toEqual([{ kind: { const: "meow" } }, { kind: { const: "wuff" } }]);
});

test("a document that is allowed and missing is named, and the rest is read", async () => {
  const path = write("api.json", withBody({ type: "object", properties: { a: { $ref: "gone.json" }, b: { $ref: "there.json" } } }));
  write("there.json", { type: "string" });
  const { unreadable, input, codes } = await inputOf(path, { allow: [folderUrl()] });
  expect(unreadable).toEqual([`${folderUrl()}gone.json can't be read: ENOENT`]);
  expect(Object.values(input.$defs ?? {})).toEqual([{ type: "string" }]);
  expect(codes).toEqual(["reference_unresolved"]);
});

test.each([
  ["https://api.test", "https://api.test.evil.test/x.json"],
  ["https://api.test/", "https://api.test@evil.test/x.json"],
  ["https://api.test/specs/", "https://api.test/specs/../private/x.json"],
  ["https://api.test/specs/", "https://api.test/specs/%2e%2e/private/x.json"],
  ["https://api.test/specs", "https://api.test/specs-private/x.json"],
  ["https://api.test/", "http://api.test/x.json"],
  ["https://api.test/", "https://user:password@api.test/x.json"],
  ["file:///apis/", "file:///apis/../etc/passwd"],
])("what is allowed as %s does not allow %s", async (allow, reference) => {
  const { refused } = await loadDocument(write("api.json", withBody({ $ref: reference })), {
    allow: [allow],
    fetch: () => expect.unreachable(),
  });
  expect(refused).toEqual([new URL(reference).href]);
});

test("a redirect of the document is followed, and one of an allowed reference only to what is allowed", async () => {
  const elsewhere = await serve((_request, response) => response.end('{"type":"string"}'));
  const origin = await serve(({ url }, response) => {
    if (url === "/old.json") response.writeHead(302, { location: "/new/api.json" }).end();
    else if (url === "/new/api.json") response.end(JSON.stringify(withBody({ $ref: "part.json" })));
    else response.writeHead(302, { location: `${elsewhere}/part.json` }).end();
  });
  const loaded = await inputOf(`${origin}/old.json`, { fetch, allow: [`${origin}/`] });
  expect(loaded.documentUrl).toBe(`${origin}/new/api.json`);
  expect(loaded.unreadable).toEqual([
    `${origin}/new/part.json can't be read: it redirects to ${elsewhere}/part.json, which is not allowed`,
  ]);
  expect((await inputOf(`${origin}/old.json`, { fetch, allow: [`${origin}/`, `${elsewhere}/`] })).unreadable).toEqual([]);
});

test("what can't be read is an error that names it, why, and what to do", async () => {
  const origin = await serve((_request, response) => response.writeHead(404).end("nothing"));
  const missing = join(folder, "missing.json");
  await expect(loadDocument(missing)).rejects.toThrow(`${pathToFileURL(missing).href} can't be read: ENOENT`);
  await expect(loadDocument(`${origin}/api.json`, { fetch })).rejects.toThrow(`${origin}/api.json can't be read: it was answered with 404`);
  await expect(loadDocument(`${origin}/api.json`)).rejects.toThrow("loadDocument needs fetch for URLs: loadDocument(url, { fetch })");
  await expect(loadDocument("http://127.0.0.1:1/api.json", { fetch })).rejects.toThrow("http://127.0.0.1:1/api.json can't be read: ");
  await expect(loadDocument("http://")).rejects.toThrow("http:// is no URL");
  await expect(loadDocument(write("text.yaml", "just text"))).rejects.toThrow("the OpenAPI document is not an object");
  await expect(loadDocument(write("broken.json", "{"))).rejects.toThrow("neither JSON nor YAML");
  await expect(loadDocument(write("api.json", {}), { allow: ["specs/"] })).rejects.toThrow(
    '"specs/" in allow is no URL; write file:///folder/',
  );
});
