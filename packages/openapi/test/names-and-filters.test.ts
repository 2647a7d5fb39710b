// Which operations of a document become tools, under which names, and what a person may say of them.

import { ANONYMOUS } from "@toolcrib/core";
import { type OpenApiOptions, openApiTools, operationOf } from "@toolcrib/openapi";
import { CallAbort, createToolset, type PreparedTool, runCall, type Tool, type ToolDefinition, tool } from "@toolcrib/tools/run";
import fc from "fast-check";
import { expect, test } from "vitest";

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function read(paths: Paths, options: Partial<OpenApiOptions> = {}, root: object = {}) {
  return openApiTools(
    { openapi: "3.1.1", servers: [{ url: "https://api.test" }], ...root, paths },
    { fetch: () => expect.unreachable(), ...options },
  );
}

async function namesOf(paths: Paths, options: Partial<OpenApiOptions> = {}): Promise<readonly string[]> {
  return Object.keys((await read(paths, options)).tools);
}

/** The tool's name for each operation, so that order plays no part. */
async function byOperation(paths: Paths): Promise<Readonly<Record<string, string>>> {
  const { tools } = await read(paths);
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const { method, path } = operationOf(tool) ?? {};
      return [`${method} ${path}`, name];
    }),
  );
}

test.each([
  ["listOrders", "listOrders"],
  ["orders/list-all", "orders_list-all"],
  ["Orders.List all!", "Orders_List_all"],
  ["__proto__", "proto"],
  ["constructor", "constructor"],
  ["überfällig", "berf_llig"],
  ["…", "operation"],
])("the id %j becomes the name %s", async (operationId, name) => {
  expect(await namesOf({ "/a": { get: { operationId } } })).toEqual([name]);
});

test.each([
  ["/orders", "get_orders"],
  ["/orders/{order-id}/items/{item}", "get_orders_by_order-id_items_by_item"],
  ["/", "get"],
])("without an id %s becomes %s", async (path, name) => {
  expect(await namesOf({ [path]: { get: {} } })).toEqual([name]);
  expect(await namesOf({ [path]: { get: { operationId: "" } } })).toEqual([name]);
});

test("a long name is cut to 64 characters with a digest of its place, and one of 64 is left alone", async () => {
  const names = await namesOf({ "/a": { get: { operationId: "a".repeat(64) }, put: { operationId: "b".repeat(65) } } });
  expect(names[0]).toBe("a".repeat(64));
  expect(names[1]).toMatch(/^b{55}_[A-Za-z0-9_-]{8}$/);
});

test("operations that share an id all get a digest, so that none depends on which came first", async () => {
  const names = await namesOf({
    "/a": { get: { operationId: "list" } },
    "/b": { get: { operationId: "list" } },
    "/c": { get: { operationId: "other" } },
  });
  expect(names).toEqual([expect.stringMatching(/^list_[A-Za-z0-9_-]{8}$/), expect.stringMatching(/^list_[A-Za-z0-9_-]{8}$/), "other"]);
  expect(new Set(names).size).toBe(3);
});

test("an id that looks like another's digest, and one method said twice, lose no tool", async () => {
  const shared: Paths = { "/a": { get: { operationId: "list" } }, "/b": { get: { operationId: "list" } } };
  const [first = ""] = await namesOf(shared);
  expect(new Set(await namesOf({ ...shared, "/c": { get: { operationId: first } } })).size).toBe(3);
  const twice = await namesOf({ "/a": { get: { operationId: "list" }, additionalOperations: { GET: { operationId: "list" } } } });
  expect(new Set(twice).size).toBe(2);
});

test("for any ids the names are legal, unique, at most 64 characters, and the same in any order [openapi.names]", async () => {
  const id = fc.oneof(fc.constantFrom("list", "list!", "get", "a".repeat(70), undefined), fc.string({ maxLength: 80, unit: "grapheme" }));
  await fc.assert(
    fc.asyncProperty(fc.array(id, { minLength: 1, maxLength: 12 }), fc.nat(), async (ids, turn) => {
      const entries = ids.map((operationId, index) => [`/${index}/{x}`, { get: { operationId }, put: { operationId } }] as const);
      const names = await byOperation(Object.fromEntries(entries));
      const list = Object.values(names);
      expect(list).toHaveLength(ids.length * 2);
      expect(new Set(list).size).toBe(list.length);
      for (const name of list) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      const turned = [...entries.slice(turn % entries.length), ...entries.slice(0, turn % entries.length)].reverse();
      expect(await byOperation(Object.fromEntries(turned))).toEqual(names);
    }),
    { numRuns: 100, seed: 5 },
  );
});

const SHOP: Paths = {
  "/orders": { get: { operationId: "orders/list", tags: ["orders"] }, post: { operationId: "orders/create", tags: ["orders", "write"] } },
  "/orders/{id}": { delete: { operationId: "orders/remove", tags: ["write"] } },
  "/health": { get: {} },
};

test.each<readonly [OpenApiOptions["include"], readonly string[]]>([
  [undefined, ["orders_list", "orders_create", "orders_remove", "get_health"]],
  [{ tags: ["write"] }, ["orders_create", "orders_remove"]],
  [{ tags: ["nothing", "orders"], methods: ["get"] }, ["orders_list"]],
  [{ paths: ["/orders"] }, ["orders_list", "orders_create"]],
  [{ paths: ["/orders*"] }, ["orders_list", "orders_create", "orders_remove"]],
  [{ paths: ["/orders/{id}"] }, ["orders_remove"]],
  [{ methods: ["GET", "Delete"] }, ["orders_list", "orders_remove", "get_health"]],
  [{ ids: ["orders/*"] }, ["orders_list", "orders_create", "orders_remove"]],
  [{ ids: ["orders.list"] }, []],
  [{ ids: [] }, []],
])("include %j leaves %j", async (include, names) => {
  expect(await namesOf(SHOP, include === undefined ? {} : { include })).toEqual(names);
});

test("maxTools keeps the first and names every other one [openapi.filters]", async () => {
  const { tools, diagnostics } = await read(SHOP, { maxTools: 2 });
  expect(Object.keys(tools)).toEqual(["orders_list", "orders_create"]);
  expect(diagnostics).toEqual([
    { code: "over_limit", pointer: "#/paths/~1orders~1{id}/delete", message: "there are 4 tools, and maxTools is 2" },
    { code: "over_limit", pointer: "#/paths/~1health/get", message: "there are 4 tools, and maxTools is 2" },
  ]);
});

test("x-mcp counts from the document over the path to the operation, and options come last [openapi.overrides]", async () => {
  const paths: Paths = {
    "/a": {
      "x-mcp": { timeoutMs: 20_000 },
      get: { operationId: "a", "x-mcp": { approval: "never", description: "Says a" } },
      put: { operationId: "b" },
    },
    "/c": { get: { operationId: "c" } },
  };
  const { tools } = await read(
    paths,
    { operations: { c: { timeoutMs: 30_000 }, "PUT /a": { name: "replace", effects: "sandbox" } } },
    {
      "x-mcp": { approval: "always", timeoutMs: 10_000, name: "everything", description: "Everything" },
    },
  );
  const said = Object.fromEntries(
    Object.entries(tools).map(([name, { approval, timeoutMs, effects, description }]) => [
      name,
      { approval, timeoutMs, effects, description },
    ]),
  );
  expect(said).toEqual({
    a: { approval: "never", timeoutMs: 20_000, effects: "none", description: "Says a" },
    replace: { approval: "always", timeoutMs: 20_000, effects: "sandbox", description: "PUT /a" },
    c: { approval: "always", timeoutMs: 30_000, effects: "none", description: "GET /c" },
  });
});

test("enabled: false makes no tool, wherever it is said; false is short for it, and the nearest wins", async () => {
  const paths: Paths = {
    "/a": { get: { operationId: "a", "x-mcp": false }, put: { operationId: "b", "x-mcp": { enabled: false } } },
    "/c": { "x-mcp": false, get: { operationId: "c" }, put: { operationId: "d", "x-mcp": true } },
    "/e": { get: { operationId: "e" } },
  };
  expect(await namesOf(paths, { operations: { e: { enabled: false }, a: { enabled: true } } })).toEqual(["a", "d"]);
});

test("what x-mcp says that no tool can be is left out, and the document is served all the same", async () => {
  const paths: Paths = {
    "/a": { get: { operationId: "a", "x-mcp": { timeoutMs: 5, effects: "some", name: 7, approval: true, color: "red" } } },
    "/b": { post: { operationId: "b", "x-mcp": { idempotency: "none" } } },
    "/c": { get: { operationId: "c", summary: "  ", description: "\n" } },
  };
  const { tools } = await read(paths);
  expect(Object.keys(tools)).toEqual(["a", "b", "c"]);
  expect([...createToolset(tools).keys()]).toEqual(["a", "b", "c"]);
  expect(tools.c?.description).toBe("GET /c");
});

async function call(answer: unknown, publishOutput: boolean) {
  const schema = {
    type: "object",
    properties: { id: { type: "integer" }, secret: { type: "string", writeOnly: true } },
    required: ["id", "secret"],
  };
  const paths: Paths = { "/it": { get: { operationId: "it", responses: { "200": { content: { "application/json": { schema } } } } } } };
  const respond: typeof fetch = async () => Response.json(answer);
  const { tools } = await read(paths, { fetch: respond, operations: { it: { publishOutput } } });
  const tool = createToolset(tools).get("it") as PreparedTool;
  const end = await runCall(tool, {
    arguments: {},
    identity: ANONYMOUS,
    callId: "1",
    idempotencyKey: "1",
    answers: [],
    approved: false,
    abort: new CallAbort(),
  });
  return { published: tool.output?.published, result: end.type === "result" ? end.result : undefined };
}

test("an answer's schema is not published by default, and a good answer that does not fit it is a result [openapi.output-not-published]", async () => {
  const { published, result } = await call({ id: "five" }, false);
  expect(published).toBeUndefined();
  expect(result).toMatchObject({ structuredContent: { id: "five" } });
  expect(result?.isError).not.toBe(true);
});

test("publishOutput lists it, without what only a request has, and makes it binding", async () => {
  const good = await call({ id: 5 }, true);
  expect(good.published).toEqual({ type: "object", properties: { id: { type: "integer" } }, required: ["id"] });
  expect(good.result).toMatchObject({ structuredContent: { id: 5 } });
  expect((await call({ id: "five" }, true)).result).toMatchObject({ isError: true });
});

test("descriptions are cut to their bytes between characters, and what was cut is reported [openapi.descriptions-bounded]", async () => {
  const paths: Paths = {
    "/a": {
      get: {
        operationId: "a",
        summary: "Short",
        description: "ä".repeat(600),
        parameters: [{ name: "q", in: "query", description: "😀".repeat(100), schema: { type: "string" } }],
      },
    },
  };
  const { tools, diagnostics } = await read(paths);
  const { description, input } = tools.a as Tool;
  expect(new TextEncoder().encode(description).length).toBeLessThanOrEqual(1_024);
  expect(description).toMatch(/^Short\n\nä+…$/);
  const { properties } = input as { readonly properties: { readonly q: { readonly description: string } } };
  expect(properties.q.description).toMatch(/^(😀)+…$/u);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "description_cut #/paths/~1a/get",
    "description_cut #/paths/~1a/get/parameters/q",
  ]);
  expect((await read(paths, { descriptionMaxBytes: 4_096, argumentDescriptionMaxBytes: 4_096 })).diagnostics).toEqual([]);
});

test("a tool that is made from one of a document is listed by what it says itself", async () => {
  const { tools } = await read({ "/a": { get: { operationId: "a", summary: "A" } } });
  const input = { type: "object", properties: { own: { type: "string" } } };
  const made = createToolset({ a: tool({ ...tools.a, input } as unknown as ToolDefinition) }).get("a");
  expect(made?.definition.description).toBe("A");
  expect(made?.input.published).toEqual(input);
});

test.each<[string, Partial<OpenApiOptions>]>([
  ["of all tools", { timeoutMs: 5 }],
  ["of one tool", { operations: { a: { timeoutMs: 5 } } }],
])("a timeout %s that no call can have is refused at start", async (_whose, options) => {
  const { tools } = await read({ "/a": { get: { operationId: "a" } } }, options);
  expect(() => createToolset(tools)).toThrow(/tool "a": timeoutMs must be/);
});

test("past the characters of a schema nothing is dropped: the deepest definitions open first, and the surface stays [openapi.schemas-opened]", async () => {
  const filler = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, { type: "string", maxLength: 100 }]));
  const schemas = Object.fromEntries(
    ["A", "B", "C", "D"].map((name, index, all) => [
      name,
      {
        type: "object",
        properties: { ...filler(60), next: index === 3 ? { type: "null" } : { $ref: `#/components/schemas/${all[index + 1]}` } },
      },
    ]),
  );
  const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } };
  const { tools, diagnostics } = await read(
    { "/a": { post: { operationId: "a", requestBody: body } } },
    { schemaMaxChars: 7_000 },
    { components: { schemas } },
  );
  const input = tools.a?.input as { readonly $defs: Readonly<Record<string, { readonly properties?: object }>> };
  expect(JSON.stringify(input).length).toBeLessThanOrEqual(7_000);
  const fields = Object.values(input.$defs).map(({ properties }) => Object.keys(properties ?? {}).length);
  // Whole ones from the surface down, and one open for the reference to it.
  expect(fields).toEqual([...Array(fields.length - 1).fill(61), 0]);
  expect(fields.length).toBeGreaterThan(1);
  expect(Object.values(input.$defs).at(-1)).toEqual({});
  expect(diagnostics.map(({ code }) => code)).toEqual(["schema_opened"]);
  // What the whole schema takes is still taken.
  const judge = createToolset(tools).get("a")?.input.judge;
  expect(judge?.({ body: { next: { next: { next: { next: null } } } } })).toEqual([]);
  expect(judge?.({ body: { field_0: 1 } })).not.toEqual([]);
});

test("what leads to an open definition no longer asks for exactly one branch, or for none", async () => {
  const long = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, { type: "string" }])),
  };
  const schemas = {
    Shape: {
      oneOf: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Square" }],
      not: { $ref: "#/components/schemas/Flat" },
    },
    Round: { ...long, required: ["radius"] },
    Square: { ...long, required: ["side"] },
    Flat: { ...long, required: ["flat"] },
  };
  const body = {
    content: { "application/json": { schema: { type: "object", properties: { shape: { $ref: "#/components/schemas/Shape" } } } } },
  };
  const paths: Paths = { "/a": { post: { operationId: "a", requestBody: body } } };
  const value = { body: { shape: { radius: 1 } } };
  for (const schemaMaxChars of [16_384, 1_000]) {
    const { tools } = await read(paths, { schemaMaxChars }, { components: { schemas } });
    expect(createToolset(tools).get("a")?.input.judge(value)).toEqual([]);
  }
});
