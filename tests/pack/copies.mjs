// Two copies of a package in one project, as npm leaves them when two libraries ask for different versions. Installed
// "nested", and with no @toolcrib/core of the project's own to share, every package has one for itself.

import { realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const ALIASES = ["first-core@npm:@toolcrib/core", "second-core@npm:@toolcrib/core", "second-tools@npm:@toolcrib/tools"];
/** Each of them must be a file of its own. */
const CORES = ["first-core", "second-core", "@toolcrib/server/node_modules/@toolcrib/core", "second-tools/node_modules/@toolcrib/core"];

const PREPARE = `
import assert from "node:assert/strict";
import * as first from "first-core";
import * as second from "second-core";
import { serveTools } from "@toolcrib/server";
import { CallError, tool } from "second-tools";
const call = (name, headers = {}) => new Request("http://localhost/mcp", {
  method: "POST",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } }),
  headers: { "content-type": "application/json", ...headers },
});
`;

/** What holds, and the program that finds out. */
const PROGRAMS = {
  "their errors are two classes": `
assert.notEqual(first.CallError, second.CallError);
assert.notEqual(CallError, first.CallError);
assert.notEqual(CallError, second.CallError);`,

  "instanceof knows an error of the other copy, and not another kind of error": `
const make = {
  CallError: ({ CallError }) => new CallError("busy"),
  StartError: ({ StartError }) => new StartError("options_invalid", ["wrong"]),
  AuthError: ({ AuthError }) => new AuthError("token_missing", "none"),
  RequestStateError: ({ RequestStateError }) => new RequestStateError("stale"),
};
for (const [made, asked] of [[first, second], [second, first]])
  for (const [name, create] of Object.entries(make)) {
    const error = create(made);
    for (const kind of ["ToolcribError", ...Object.keys(make)])
      assert.equal(error instanceof asked[kind], kind === name || kind === "ToolcribError", name + " instanceof " + kind);
    assert.equal(Object.getPrototypeOf(error) === asked[name].prototype, false);
  }
assert.equal(new Error("x") instanceof second.ToolcribError, false);
assert.equal(new CallError("x") instanceof first.CallError, true);`,

  "an error that the server throws at start is known to every copy": `
for (const { StartError } of [first, second])
  assert.throws(() => serveTools({}, { auth: "all" }), (error) => error instanceof StartError);`,

  "a tool of one copy is served by the other's server, its failure class too": `
const works = tool({ description: "Works", execute: () => ({ works: true }) });
const fails = tool({ description: "Fails", execute: () => { throw new CallError("busy", { errorType: "rate_limited" }); } });
const handler = serveTools({ works, fails }, { auth: "none", log() {} });
const { result } = await (await handler(call("works"))).json();
assert.deepEqual(result.structuredContent, { works: true });
const failed = (await (await handler(call("fails"))).json()).result;
assert.equal(failed.isError, true);
assert.equal(failed._meta["agent-runtime/errorType"], "rate_limited");`,

  "an AuthError of one copy, thrown in verify, is the other's 401": `
const works = tool({ description: "Works", execute: () => "no" });
const seen = [];
const verify = () => { throw new second.AuthError("verify_refused", "not today"); };
const handler = serveTools({ works }, { verify, origin: "http://localhost", log() {}, onReject: ({ code }) => seen.push(code) });
assert.equal((await handler(call("works", { authorization: "Bearer x" }))).status, 401);
assert.deepEqual(seen, ["verify_refused"]);`,
};

export async function checkCopies({ npm, report }) {
  const group = "Two copies";
  const folder = await report.value(group, "npm install", () =>
    npm.install("copies", ["@toolcrib/server", ...ALIASES], { manifest: { type: "module" }, flags: ["--install-strategy=nested"] }),
  );
  if (folder === undefined) return;
  await report.check(group, "each stands on a core of its own", () => {
    const paths = new Set(CORES.map((path) => realpathSync(join(folder, "node_modules", path, "package.json"))));
    if (paths.size !== CORES.length) throw new Error(`npm shared one: ${[...paths].join(", ")}`);
    return `${paths.size} on disk`;
  });
  for (const [index, [title, program]] of Object.entries(PROGRAMS).entries()) {
    const file = `program-${index}.js`;
    await writeFile(join(folder, file), PREPARE + program);
    await report.check(group, title, () => npm.run(process.execPath, folder, file));
  }
}
