// testRuntime() inside the runtime itself, under the runner that its users have there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { startChild } from "../child.mjs";

const written = readFileSync(new URL("../test-runtime.test.mjs", import.meta.url), "utf8").match(/^test\(/gm)?.length ?? 0;

/** How each runner says how many passed: Node's TAP, Bun, Deno. */
const PASSED = /^(?:# pass (\d+)| *(\d+) pass|ok \| (\d+) passed .*)$/m;

export const ownTests = {
  name: "own tests",
  says: `testRuntime() under the runtime's own test runner: ${written} tests`,
  timeoutMs: 20_000,
  isFor: ({ testArgs }) => testArgs !== undefined,
  async run({ runtime: { program, testArgs, cwd }, onEnd }) {
    const child = startChild(program, testArgs, { cwd, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined } });
    onEnd(child.stop);
    const code = await child.ended;
    const said = child.said.join("\n");
    assert.equal(code, 0, said);
    const [, ...counts] = PASSED.exec(said) ?? [];
    assert.equal(Number(counts.find((count) => count !== undefined)), written, said);
    return `${written} tests`;
  },
};
