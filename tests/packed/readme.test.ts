// The README's code, word for word, over the built packages.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside a package that depends on ours, so that imports resolve as a user's do.
const folder = mkdtempSync(join(root, "tests/peers/.readme-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Code blocks whose first line names their file. */
function blocks(markdown: string): ReadonlyMap<string, string> {
  return new Map([...markdown.matchAll(/```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)```/g)].map(([, name, code]) => [name ?? "", code ?? ""]));
}

const files = blocks(readFileSync(join(root, "README.md"), "utf8"));

beforeAll(() => {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const [name, code] of files) {
    const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
    // Word for word but for the port, which must be free on any machine; the server prints which one it got.
    const adapted = outputText.replace(
      '.listen(3737, "127.0.0.1")',
      '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })',
    );
    writeFileSync(join(folder, name.replace(".ts", ".js")), adapted);
  }
});

test("the test of the README passes", () => {
  const { status, stdout } = spawnSync(process.execPath, ["--test", join(folder, "refund.test.js")], { encoding: "utf8", timeout: 30_000 });
  expect({ status, summary: /^# pass \d+$/m.exec(stdout)?.[0] }).toEqual({ status: 0, summary: "# pass 1" });
});

test("the server of the README answers a call as the README says", async () => {
  expect([...files.keys()]).toEqual(["refund.ts", "server.ts", "refund.test.ts"]);
  const child = spawn(process.execPath, [join(folder, "server.js")], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once("data", (chunk) => resolve(Number(chunk)));
      child.once("exit", () => reject(new Error(said)));
    });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "refund", arguments: { orderId: "A1" } } });
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect(await response.json()).toMatchObject({ result: { structuredContent: { refundId: "R-A1" } } });
    expect(said).toContain('callers are not verified (auth: "none")');
  } finally {
    child.kill("SIGTERM");
  }
});
