// A server over stdio that misbehaves as a file says, which is read anew for each message: so it can be mended, and made
// worse, while the gateway runs. Arguments: the file. Each start adds a line with its pid to `<file>.pids`.

import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file = ""] = process.argv.slice(2);
const fault = () => readFileSync(file, "utf8").trim();
appendFileSync(`${file}.pids`, `${process.pid}\n`);

if (fault() === "exits-at-once") {
  console.error("no configuration found");
  process.exit(3);
}
if (fault() === "ignores-the-end") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const FAULTS = {
  "quotes-environment": {
    "tools/list": (id) => {
      console.error(`started with ${JSON.stringify(process.env)}`);
      say({ id, result: list });
    },
    "tools/call": (id) => say({ id, error: { code: -32000, message: `run with ${JSON.stringify(process.env)}` } }),
  },
  "hangs-at-start": { initialize() {} },
  "crashes-on-call": { "tools/call": () => process.exit(1) },
  "hangs-on-call": { "tools/call"() {} },
  "floods-the-log": {
    "tools/call": (id) => {
      for (let line = 0; line < 20_000; line += 1) console.error(`line ${line} ${"x".repeat(1_000)}`);
      say({ id, result: { content: [{ type: "text", text: "logged" }] } });
    },
  },
  "babbles-on-list": {
    "tools/list": (id) => {
      process.stdout.write("Debugger attached.\n\n{ no json\n[]\n42\n");
      say({ id: 4711, result: { tools: [] } });
      say({ id, result: list });
    },
  },
  "huge-frame": { "tools/call": (id) => say({ id, result: { content: [{ type: "text", text: "x".repeat(11 * 1_048_576) }] } }) },
  "huge-frame-on-list": { "tools/list": () => process.stdout.write("x".repeat(11 * 1_048_576)) },
  "huge-result": { "tools/call": (id) => say({ id, result: { content: [{ type: "text", text: "x".repeat(2 * 1_048_576) }] } }) },
  "answers-twice": {
    "tools/call": (id) => {
      say({ id, result: { content: [{ type: "text", text: "first" }] } });
      say({ id, result: { content: [{ type: "text", text: "second" }] } });
    },
  },
};

const list = { tools: [{ name: "echo", description: "Says it again", inputSchema: { type: "object" } }] };
const RESULTS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bad", version: "1" } }),
  ping: () => ({}),
  "tools/list": () => list,
  "tools/call": (params) => ({ content: [{ type: "text", text: params.arguments.text ?? String(process.pid) }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const wrong = FAULTS[fault()]?.[method];
  if (wrong !== undefined) return wrong(id);
  const toResult = RESULTS[method];
  say(toResult === undefined ? { id, error: { code: -32601, message: "Method not found" } } : { id, result: toResult(params ?? {}) });
});
