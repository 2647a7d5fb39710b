// The README's code, word for word but for the port, and what it means that it runs: the server answers a real
// tools/call over a socket, and the README's own test passes.

import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { run, start } from "./processes.mjs";

/** How long a server may take until it listens, and how often it is asked, in milliseconds. */
const LISTEN_TIMEOUT_MS = 20_000;
const LOOK_MS = 25;
/** How long an answer may take, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

export const readmeNames = ["refund.ts", "server.ts", "refund.test.ts"];
/** What those files import. */
export const QUICKSTART = ["@toolcrib/tools", "@toolcrib/server", "@toolcrib/testing"];
const README_PORT = "3737";

/** The code blocks whose first line names their file. */
const blocks = new Map(
  [...readFileSync(new URL("../../README.md", import.meta.url), "utf8").matchAll(/```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)```/g)].map(
    ([, name, code]) => [name, code],
  ),
);

/** One file of the README as it stands there. */
export function readmeFile(name) {
  const shown = [...blocks.keys()].join(", ");
  if (shown !== readmeNames.join(", ")) throw new Error(`the README shows ${shown}; what is tried here is ${readmeNames.join(", ")}`);
  return blocks.get(name);
}

/**
 * Writes the README's files into a folder.
 * @param transform what becomes of the TypeScript, and of the name
 * @returns the port that the server will listen on
 */
export async function writeQuickstart(folder, { manifest, transform = (name, code) => [name, code] } = {}) {
  const port = await findFreePort();
  await mkdir(folder, { recursive: true });
  if (manifest !== undefined) await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  for (const name of readmeNames) {
    const code = readmeFile(name);
    if (name === "server.ts" && code.split(README_PORT).length !== 2) throw new Error(`server.ts names port ${README_PORT} not just once`);
    const [file, text] = await transform(name, code.replace(README_PORT, String(port)));
    await writeFile(join(folder, file), text);
  }
  return port;
}

/** @throws Error where the server of the quickstart does not answer as the README says */
export async function checkServer(port, program, args, options) {
  const server = start(program, args, options);
  try {
    const response = await callOnceListening(port, server);
    const { result } = await response.json();
    const { refundId, key } = result?.structuredContent ?? {};
    if (refundId !== "R-A1" || typeof key !== "string")
      throw new Error(`tools/call was answered with ${response.status} ${JSON.stringify(result)}`);
    if (!server.output().includes('callers are not verified (auth: "none")'))
      throw new Error(`it does not say that it verifies nobody: ${server.output()}`);
  } finally {
    await server.stop();
  }
}

/** @throws Error where the test of the quickstart does not pass, once */
export async function checkTest(program, args, passed, options) {
  const { stdout, stderr } = await run(program, args, options);
  if (!passed.test(stdout + stderr)) throw new Error(`one test should have passed: ${stdout}${stderr}`);
}

/** What Node's own runner says when one test passed; its other reporters differ by version and terminal. */
export const NODE_TEST = { args: ["--test", "--test-reporter=tap"], passed: /^# pass 1$/m };

async function callOnceListening(port, server) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "refund", arguments: { orderId: "A1" } } });
  const headers = { "content-type": "application/json" };
  const endsAtMs = Date.now() + LISTEN_TIMEOUT_MS;
  let hasEnded = false;
  server.ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    try {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      return await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body, headers, signal });
    } catch (error) {
      if (hasEnded || Date.now() > endsAtMs) throw new Error(`the server does not answer: ${error.message}. ${server.output()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

/**
 * The README's server tells nobody its port, so it must be known before; minutes may lie in between. So it is one that
 * systems don't give to whoever asks for any (Linux begins at 32768, others at 49152), and no two are the same.
 */
async function findFreePort() {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

const given = new Set();

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
