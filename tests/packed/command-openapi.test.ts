// `toolcrib openapi` as a user runs it: the built command, a document on disk or behind a URL, an API on a real socket.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
let folder: string;
let api: Server;
let origin: string;
let seen: { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"]; readonly body: string }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolcrib-openapi-"));
  seen = [];
  api = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body });
    const [status, answer] = answerTo(method, url);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true });
});

function answerTo(method: string, url: string): readonly [number, unknown] {
  if (url === "/openapi.json") return [200, shop("/v1")];
  if (method === "GET" && url.startsWith("/v1/orders/"))
    return url.endsWith("none") ? [404, { message: "no such order" }] : [200, { id: 5 }];
  return [200, { ok: true }];
}

function toolcrib(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [command, "openapi", ...words],
      { env: { ...process.env, ...env }, timeout: 20_000 },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const shop = (server: string) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: server }],
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      user: { type: "http", scheme: "basic" },
    },
  },
  security: [{ token: [] }, { key: [] }, { user: [] }],
  paths: {
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        summary: "Gets an order",
        tags: ["orders"],
        parameters: [{ name: "id", in: "path", schema: { type: "string", maxLength: 8 } }],
      },
    },
    "/orders": {
      post: {
        operationId: "createOrder",
        tags: ["orders"],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: { item: { type: "string" }, count: { type: "integer" } }, required: ["item"] },
            },
          },
        },
      },
    },
    "/report": {
      get: {
        operationId: "report",
        tags: ["admin"],
        parameters: [{ $ref: "#/nowhere/1" }, { $ref: "#/nowhere/2" }, { $ref: "#/nowhere/3" }, { $ref: "#/nowhere/4" }],
      },
    },
  },
});

function write(name: string, document: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

test("a document's tools are a table with their operations, effects and sizes, and diagnostics come by kind, three of each", async () => {
  const { status, stdout, stderr } = await toolcrib([write("shop.json", shop("https://api.shop.test"))]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^tool +operation +effects +schema bytes$/m);
  expect(stdout).toMatch(/^getOrder +GET \/orders\/\{id\} +none +\d+$/m);
  expect(stdout).toMatch(/^createOrder +POST \/orders +external +\d+$/m);
  expect(stdout).toMatch(/^3 tools, [\d,]+ bytes in a list of tools$/m);
  expect(stdout).toContain(`parameter_skipped (4)
  #/paths/~1report/get/parameters/0: the parameter can't be found or read
  #/paths/~1report/get/parameters/1: the parameter can't be found or read
  #/paths/~1report/get/parameters/2: the parameter can't be found or read
  and 1 more; --all shows them`);
});

test("--all shows every diagnostic", async () => {
  const { stdout } = await toolcrib([write("shop.json", shop("https://api.shop.test")), "--all"]);
  expect(stdout).toContain("#/paths/~1report/get/parameters/3: ");
  expect(stdout).not.toContain("more; --all");
});

test("--json is one object: the tools as a client lists them, the bytes of the list, and the diagnostics", async () => {
  const { stdout } = await toolcrib([write("shop.json", shop("https://api.shop.test")), "--json"]);
  const { tools, bytes, diagnostics, refused } = JSON.parse(stdout);
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(["createOrder", "getOrder", "report"]);
  expect(tools[1]).toEqual({
    name: "getOrder",
    description: "Gets an order",
    inputSchema: { type: "object", properties: { id: { type: "string", maxLength: 8 } }, required: ["id"], additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  });
  expect(bytes).toBeGreaterThan(JSON.stringify(tools[1]).length);
  expect(diagnostics[0]).toEqual({
    code: "parameter_skipped",
    pointer: "#/paths/~1report/get/parameters/0",
    message: "the parameter can't be found or read",
  });
  expect(refused).toEqual([]);
});

test.each([
  [["--tag", "admin"], ["report"]],
  [
    ["--tag", "admin", "--tag", "orders"],
    ["createOrder", "getOrder", "report"],
  ],
  [["--path", "/orders*", "--method", "get"], ["getOrder"]],
  [
    ["--id", "*Order"],
    ["createOrder", "getOrder"],
  ],
  [["--id", "nothing"], []],
])("%j leaves %j", async (words, names) => {
  const { status, stdout } = await toolcrib([write("shop.json", shop("https://api.shop.test")), ...words, "--json"]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(names);
});

test("--call sends one request and prints what came back; the server is relative to the document's URL", async () => {
  const { status, stdout, stderr } = await toolcrib([`${origin}/openapi.json`, "--call", "getOrder", "id=A/5"]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{"id":5}\n', stderr: "" });
  expect(seen.at(-1)).toMatchObject({ method: "GET", url: "/v1/orders/A%2F5" });
});

test("--call takes bodies as JSON, and --json prints the whole result", async () => {
  const words = [
    write("shop.json", shop("https://api.shop.test")),
    "--server",
    `${origin}/v1`,
    "--call",
    "createOrder",
    'body={"item":"tea","count":2}',
    "--json",
  ];
  const { status, stdout } = await toolcrib(words);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { ok: true }, _meta: { "http/status": 200 } });
  expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/orders", body: '{"item":"tea","count":2}' });
  expect(seen[0]?.headers["idempotency-key"]).toMatch(/./);
});

test("arguments are judged by the published schema before anything is sent", async () => {
  const words = [write("shop.json", shop(`${origin}/v1`)), "--call"];
  const { status, stdout, stderr } = await toolcrib([...words, "getOrder", "id=far-too-long"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("toolcrib: ");
  expect(stderr).toContain("id");
  expect((await toolcrib([...words, "getOrder", "order=5"])).stderr).toContain("order");
  expect(seen).toEqual([]);
});

test("an answer other than 2xx ends with code 1 and what the API said", async () => {
  const { status, stderr } = await toolcrib([write("shop.json", shop(`${origin}/v1`)), "--call", "getOrder", "id=none"]);
  expect(status).toBe(1);
  expect(stderr).toContain('toolcrib: the API answered 404: {"message":"no such order"}');
});

test("an API that can't be reached is code 1, and the cause is told to the person at the terminal", async () => {
  const { status, stderr } = await toolcrib([write("shop.json", shop("http://127.0.0.1:1/v1")), "--call", "getOrder", "id=A5"]);
  expect(status).toBe(1);
  expect(stderr).toContain("toolcrib: the API could not be reached");
  expect(stderr).toMatch(/^caused by: /m);
});

test.each([
  [["--bearer-env", "TOKEN"], { authorization: "Bearer secret-1" }],
  [["--bearer", "secret-2"], { authorization: "Bearer secret-2" }],
  [["--api-key-env", "TOKEN"], { "x-key": "secret-1" }],
  [["--basic", "ada:pass:word"], { authorization: `Basic ${btoa("ada:pass:word")}` }],
])("with %j the credential goes where the document says", async (words, headers) => {
  const { status } = await toolcrib([write("shop.json", shop(`${origin}/v1`)), ...words, "--call", "getOrder", "id=A5"], {
    TOKEN: "secret-1",
  });
  expect(status).toBe(0);
  expect(seen[0]?.headers).toMatchObject(headers);
});

test("documents that are referred to are named, and read with --allow", async () => {
  mkdirSync(join(folder, "parts"));
  write("parts/order.json", { type: "object", properties: { item: { type: "string" } } });
  const document = write("shop.json", {
    openapi: "3.1.0",
    servers: [{ url: "https://api.shop.test" }],
    paths: {
      "/orders": {
        post: { operationId: "create", requestBody: { content: { "application/json": { schema: { $ref: "parts/order.json" } } } } },
      },
    },
  });
  const without = await toolcrib([document]);
  expect(without.stdout).toContain("documents that are referred to and were not read; --allow <folder or URL> reads those below it (1)");
  expect(without.stdout).toContain("/parts/order.json");
  const { stdout } = await toolcrib([document, "--allow", `${folder}/parts/`, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ refused: [], diagnostics: [] });
  expect(stdout).toContain('"item"');
});

const spec = "openapi.json";

test.each<readonly [readonly string[], number, string]>([
  [[], 2, "openapi takes a file or a URL, as in: toolcrib openapi ./petstore.yaml"],
  [[spec, "id=5"], 2, '"id=5" is for a call; say which tool'],
  [[spec, "--colour"], 2, "--colour"],
  [[spec, "--call", "getOrder", "id"], 2, '"id" is no argument; write key=value, or key:=json'],
  [[spec, "--server", "api.example.com"], 2, "--server must be a base URL, as in https://api.example.com/v1"],
  [[spec, "--bearer", "a", "--api-key-env", "B"], 2, "--bearer and --api-key-env are given; one credential is sent"],
  [[spec, "--bearer-env", "NOT_SET_ANYWHERE"], 2, "--bearer-env names the variable NOT_SET_ANYWHERE, which is not set"],
  [[spec, "--basic", "hunter2"], 2, "--basic takes user:password, and no colon is there"],
  [["/nowhere/openapi.json"], 1, "file:///nowhere/openapi.json can't be read: ENOENT"],
  [["http://127.0.0.1:1/openapi.json"], 1, "http://127.0.0.1:1/openapi.json can't be read: "],
])("toolcrib openapi %j ends with %i and says: %s", async (words, code, said) => {
  const { status, stdout, stderr } = await toolcrib(words);
  expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  expect(stderr).toContain(said);
  expect(stderr).not.toMatch(/^\s+at |hunter2/m);
});

test("a tool that is not there, and a file that is no document, are code 1 with the way out", async () => {
  const document = write("shop.json", shop(`${origin}/v1`));
  const missing = await toolcrib([document, "--call", "getOrders"]);
  expect(missing).toMatchObject({
    status: 1,
    stderr: `toolcrib: ${document} has no tool getOrders among its 3; without --call they are listed\n`,
  });
  const other = await toolcrib([write("package.json", { name: "x" })]);
  expect(other.status).toBe(1);
  expect(other.stderr).toContain('it needs "openapi": "3.x.y" or "swagger": "2.0"');
});

test("the help says how the command is used", async () => {
  const { stdout } = await toolcrib([]).then(
    () =>
      new Promise<{ readonly stdout: string }>((resolve) =>
        execFile(process.execPath, [command, "--help"], (_error, stdout) => resolve({ stdout })),
      ),
  );
  expect(stdout).toContain("toolcrib openapi <file or URL>");
  expect(stdout).toContain("toolcrib openapi ./petstore.yaml --tag pet");
});
