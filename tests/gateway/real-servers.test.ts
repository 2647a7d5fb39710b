// Servers and documents that others wrote, as they come from the registry, and our own example.

import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import refund from "../../examples/refund/tools/refund.ts";
import { startApi } from "../openapi/real/api-server.ts";
import { createPetstore } from "../openapi/real/petstore.ts";
import { hasDocument } from "../openapi/real/served-document.ts";
import { corpus } from "../openapi/semantic/document.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { serveSigned } from "./upstreams.ts";

const bin = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const EVERYTHING = bin("mcp-server-everything");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program and waits until something answers at its URL. */
async function startProgram(
  command: string,
  args: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(command, [...args], { stdio: "ignore", env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const answers = () =>
    fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe(true);
}

const overStdio = async () => ({ command: [EVERYTHING, "stdio"] });
const overHttp = async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  await startProgram(EVERYTHING, ["streamableHttp"], url, { PORT: String(port) });
  return { mcp: url };
};
const overSse = async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/sse`;
  await startProgram(EVERYTHING, ["sse"], `http://127.0.0.1:${port}/`, { PORT: String(port) });
  return { mcp: url };
};

test.each([
  ["stdio", overStdio],
  ["Streamable HTTP", overHttp],
  ["the older SSE transport", overSse],
])("server-everything over %s: lists, calls, structured content, images, progress", async (_transport, toSource) => {
  const client = await connect(await startGateway({ everything: await toSource() }));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("everything__echo");
  expect(textOf(await client.callTool({ name: "everything__echo", arguments: { message: "hello" } }))).toContain("hello");
  const sum = names.find((name) => /get-sum|add/.test(name)) ?? "";
  expect(textOf(await client.callTool({ name: sum, arguments: { a: 2, b: 40 } }))).toContain("42");
  const image = await client.callTool({ name: names.find((name) => /tiny-image/i.test(name)) ?? "", arguments: {} });
  expect((image.content as readonly { readonly type: string }[]).map(({ type }) => type)).toContain("image");
  const long = names.find((name) => /long-running/i.test(name)) ?? "";
  const heard: number[] = [];
  await client.callTool({ name: long, arguments: { duration: 1, steps: 3 } }, { onprogress: ({ progress }) => void heard.push(progress) });
  // The server sends its last report together with the result, and the official client may then drop it.
  expect(heard.slice(0, 2)).toEqual([1, 2]);
});

test("server-filesystem reads a file, and server-memory remembers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-files-"));
  writeFileSync(join(folder, "note.txt"), "written down");
  const client = await connect(
    await startGateway({
      files: { command: [bin("mcp-server-filesystem"), folder] },
      memory: { command: [bin("mcp-server-memory")], env: { MEMORY_FILE_PATH: join(folder, "memory.json") } },
    }),
  );
  const read = await client.callTool({ name: "files__read_text_file", arguments: { path: join(folder, "note.txt") } });
  expect(textOf(read)).toBe("written down");
  await client.callTool({
    name: "memory__create_entities",
    arguments: { entities: [{ name: "Ada", entityType: "person", observations: ["counts"] }] },
  });
  expect(textOf(await client.callTool({ name: "memory__read_graph", arguments: {} }))).toContain("Ada");
});

test("a server built on fastmcp, with its sessions, progress and errors", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  await startProgram(process.execPath, [fileURLToPath(new URL("fastmcp-server.mjs", import.meta.url)), String(port)], url);
  const client = await connect(await startGateway({ fast: { mcp: url } }));
  expect(textOf(await client.callTool({ name: "fast__add", arguments: { one: 2, other: 40 } }))).toBe("42");
  const heard: number[] = [];
  await client.callTool({ name: "fast__slowly", arguments: {} }, { onprogress: ({ progress }) => void heard.push(progress) });
  expect(heard[0]).toBe(1);
  const failed = await client.callTool({ name: "fast__fail", arguments: {} });
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain("no such order");
});

test("the refund example's tool, signed, once for each order", async () => {
  const port = await freePort();
  const url = await serveSigned({ refund }, `http://127.0.0.1:${port}`);
  const client = await connect(await startGateway({ shop: { mcp: url, auth: { type: "runtime" } } }, { port }));
  const { structuredContent } = await client.callTool({ name: "shop__refund", arguments: { orderId: "A-1001" } });
  expect(structuredContent).toMatchObject({ amount: 42.5 });
});

const PETSTORE = "petstore-swaggerio.yaml";

test.skipIf(!hasDocument(PETSTORE))("an API of the corpus, by its own document, against a server written from it", async () => {
  const { origin, asked, close } = await startApi(createPetstore());
  onTestFinished(() => void close());
  const source = {
    openapi: fileURLToPath(new URL(PETSTORE, corpus)),
    baseUrl: `${origin}/petstore3.swagger.io/api/v3`,
    auth: { type: "apiKey", value: "$PET_KEY" },
  };
  const client = await connect(await startGateway({ pets: source }, { env: { PET_KEY: "special-key" } }));
  const rex = { id: 5, name: "Rex", photoUrls: [], tags: [{ id: 1, name: "good boy" }], status: "available" };
  expect((await client.callTool({ name: "pets__addPet", arguments: { body: rex } })).structuredContent).toEqual(rex);
  const found = await client.callTool({ name: "pets__findPetsByTags", arguments: { tags: ["good boy"] } });
  expect(found.structuredContent).toEqual([rex]);
  const pet = await client.callTool({ name: "pets__getPetById", arguments: { petId: 5 } });
  expect(pet.structuredContent).toEqual({ ...rex, key: "special-key" });
  const gone = await client.callTool({ name: "pets__getPetById", arguments: { petId: 6 } });
  expect(textOf(gone)).toContain("the API answered 404: Pet not found");
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/v3/pet",
    "GET /api/v3/pet/findByTags",
    "GET /api/v3/pet/5",
    "GET /api/v3/pet/6",
  ]);
});
