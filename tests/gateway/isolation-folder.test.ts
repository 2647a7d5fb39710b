// A folder whose tools loop, crash, leak or can't be loaded: a lost attempt, not a dead gateway.

import { readFileSync, rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { childrenOf, expectGood, reportsOf, serveGood, timed } from "./bad-servers.ts";
import { connect, textOf } from "./client.ts";
import { makeFolder } from "./folders.ts";
import { startGateway } from "./gateway.ts";

const folderChildren = () => childrenOf().filter(({ command }) => command.includes("serve-folder"));

test("a tool in an endless loop is cut off; others answer meanwhile, and its folder works again in a new process [gateway.isolation]", async () => {
  const desk = makeFolder();
  desk.write("loop", "while (true);");
  desk.write("pid", "return String(process.pid);");
  const started = await startGateway({ desk: { tools: desk.path, timeoutMs: 1_000 }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(["desk__loop", "desk__pid", "good__echo"]);
  const pid = async () => textOf(await client.callTool({ name: "desk__pid", arguments: {} }));
  const before = await pid();
  expect(before).toMatch(/^\d+$/);

  const looping = client.callTool({ name: "desk__loop", arguments: {} });
  for (let index = 0; index < 3; index += 1) await expectGood(client);
  expect(textOf(await timed("the loop", 1_500, () => looping))).toMatch(/^tool desk__loop timed out after \d+ms; the outcome is unknown/);
  await expect.poll(pid, { timeout: 10_000 }).toMatch(/^\d+$/);
  expect(await pid()).not.toBe(before);
  expect(folderChildren()).toHaveLength(1);
  await expectGood(client);
  expect((await reportsOf(started, { refresh: true })).desk?.status).toBe("ok");
});

test("a tool that takes its process with it loses its own call, and the next one works", async () => {
  const desk = makeFolder();
  desk.write("crash", "process.exit(1);");
  desk.write("fine", "return 'fine';");
  const started = await startGateway({ desk: { tools: desk.path }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client, { withinMs: 5_000 });
  for (let round = 0; round < 2; round += 1) {
    const crashed = await client.callTool({ name: "desk__crash", arguments: {} });
    expect(textOf(crashed)).toMatch(/^source desk gave no answer: it can't be reached; the outcome is unknown\n/);
    const fine = await timed("the next call", 5_000, () => client.callTool({ name: "desk__fine", arguments: {} }));
    expect(textOf(fine)).toBe("fine");
  }
  await expectGood(client);
  expect(folderChildren()).toHaveLength(1);
});

test("a folder that can't be loaded has the reason, and is there once it is mended", async () => {
  const desk = makeFolder();
  desk.writeFile("broken.mjs", "export default tool(");
  const started = await startGateway({ desk: { tools: desk.path }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(["good__echo"]);
  const { desk: report } = await reportsOf(started);
  expect(report).toMatchObject({ status: "source_unreachable", detail: expect.stringContaining("broken.mjs") });
  desk.write("broken", "return 'mended';");
  await expect.poll(() => expectGood(client), { timeout: 10_000 }).toEqual(["desk__broken", "good__echo"]);
  expect(textOf(await client.callTool({ name: "desk__broken", arguments: {} }))).toBe("mended");
});

test("what is saved is followed: a new tool appears, a broken file changes nothing, and one process is left of many saves", async () => {
  const desk = makeFolder();
  desk.write("one", "return 'first';");
  const started = await startGateway({ desk: { tools: desk.path }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(["desk__one", "good__echo"]);
  desk.write("two", "return 'second';");
  await expect.poll(() => expectGood(client), { timeout: 10_000 }).toEqual(["desk__one", "desk__two", "good__echo"]);

  desk.writeFile("three.mjs", "export default (");
  await expect.poll(() => started.lines.join("\n"), { timeout: 10_000 }).toContain("the change in its folder was not taken: ");
  expect(await expectGood(client)).toEqual(["desk__one", "desk__two", "good__echo"]);
  expect(textOf(await client.callTool({ name: "desk__two", arguments: {} }))).toBe("second");

  // Saves that come while the one before is still loading.
  const slow = (index: number) => `await new Promise((resolve) => setTimeout(resolve, 300));
import { tool } from "@toolcrib/tools";
export default tool({ description: "Slow", execute: () => "${index}" });`;
  for (let index = 0; index < 5; index += 1) {
    desk.writeFile("three.mjs", slow(index));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const call = async () => textOf(await client.callTool({ name: "desk__three", arguments: {} }).catch(() => undefined));
  await expect.poll(call, { timeout: 15_000 }).toBe("4");
  await expect.poll(() => folderChildren().length, { timeout: 5_000 }).toBe(1);
});

test("saves that come faster than the folder loads don't pile up: after the last one it is loaded three times at most", async () => {
  const desk = makeFolder();
  const starts = `${desk.path}-starts`;
  onTestFinished(() => rmSync(starts, { force: true }));
  const counting = (text: string) => `import { appendFileSync } from "node:fs";
import { tool } from "@toolcrib/tools";
appendFileSync(${JSON.stringify(starts)}, "x");
export default tool({ description: "Counts", execute: () => "${text}" });`;
  desk.writeFile("count.mjs", counting("first"));
  const client = await connect(await startGateway({ desk: { tools: desk.path } }));
  const call = async () => textOf(await client.callTool({ name: "desk__count", arguments: {} }));
  expect(await call()).toBe("first");
  for (let index = 0; index < 20; index += 1) {
    desk.writeFile("notes.txt", String(index));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const count = () => readFileSync(starts, "utf8").length;
  const before = count();
  desk.writeFile("count.mjs", counting("last"));
  await expect.poll(call, { timeout: 10_000 }).toBe("last");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // One that was starting, the one that waited, and one for a save that came as that began.
  expect(count() - before).toBeLessThanOrEqual(3);
});

test("a folder that is not there is said at start", async () => {
  await expect(startGateway({ desk: { tools: "/nowhere/tools" } })).rejects.toThrow(
    'sources.desk.tools "/nowhere/tools" is no folder; name one that is there',
  );
});

test("a gateway closes at once while a folder is still loading, and leaves no process behind", async () => {
  const desk = makeFolder();
  desk.writeFile("slow.mjs", "await new Promise(() => setInterval(() => {}, 1_000));");
  const started = await startGateway({ desk: { tools: desk.path } });
  await expect.poll(() => folderChildren().length).toBe(1);
  await timed("the close", 2_500, () => started.gateway.close());
  await expect.poll(() => folderChildren().length, { timeout: 5_000 }).toBe(0);
});

test("a call that runs while its folder is saved ends in the process it began in, which ends after it", async () => {
  const desk = makeFolder();
  desk.write("slow", "await new Promise((resolve) => setTimeout(resolve, 2_500)); return 'first ' + process.pid;");
  const started = await startGateway({ desk: { tools: desk.path } });
  const client = await connect(started);
  await client.listTools();
  const running = client.callTool({ name: "desk__slow", arguments: {} });
  desk.write("slow", "return 'second';");
  const call = async () => textOf(await client.callTool({ name: "desk__slow", arguments: {} }));
  await expect.poll(() => folderChildren().length, { timeout: 5_000 }).toBe(2);
  const said = textOf(await running);
  expect(said).toMatch(/^first \d+$/);
  await expect.poll(call, { timeout: 5_000 }).toBe("second");
  await expect.poll(() => folderChildren().map(({ pid }) => pid), { timeout: 5_000 }).not.toContain(Number(said.slice(6)));
  expect(folderChildren()).toHaveLength(1);
});
