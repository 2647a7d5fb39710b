// Servers that others wrote, as they come from the registry.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

const bin = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));

test("server-everything over stdio is listed and called", async () => {
  const started = await startGateway({ everything: { command: [bin("mcp-server-everything"), "stdio"] } });
  const client = await connect(started);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("everything__echo");
  const result = await client.callTool({ name: "everything__echo", arguments: { message: "hello" } });
  expect(textOf(result)).toContain("hello");
});

test("server-filesystem reads a file, and server-memory remembers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-files-"));
  writeFileSync(join(folder, "note.txt"), "written down");
  const started = await startGateway({
    files: { command: [bin("mcp-server-filesystem"), folder] },
    memory: { command: [bin("mcp-server-memory")], env: { MEMORY_FILE_PATH: join(folder, "memory.json") } },
  });
  const client = await connect(started);
  const read = await client.callTool({ name: "files__read_text_file", arguments: { path: join(folder, "note.txt") } });
  expect(textOf(read)).toBe("written down");
  await client.callTool({
    name: "memory__create_entities",
    arguments: { entities: [{ name: "Ada", entityType: "person", observations: ["counts"] }] },
  });
  expect(textOf(await client.callTool({ name: "memory__read_graph", arguments: {} }))).toContain("Ada");
});
