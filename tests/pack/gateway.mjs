// From an empty folder to a first call through a gateway: installed, written by `toolcrib init`, served, and called as
// a client does that can send a header and signs nothing.

import assert from "node:assert/strict";
import { firstEvent, NPX } from "./command.mjs";
import { start } from "./processes.mjs";

export async function checkGateway({ npm, report }) {
  const group = "The gateway";
  const startedAtMs = Date.now();
  const folder = await report.value(group, "npm install toolcrib", () => npm.install("gateway", ["toolcrib"]));
  if (folder === undefined) return;
  const isWritten = await report.check(group, "npx toolcrib init", () => npm.run("npx", folder, ...NPX, "init"));
  if (!isWritten) return;
  const serving = start("npx", [...NPX, "serve", "--port", "0", "--json"], { cwd: folder, env: { ...npm.env, HOME: folder } });
  try {
    const said = await report.value(group, "npx toolcrib serve", () => firstEvent(serving));
    if (said === undefined) return;
    await report.check(group, "a first call, over Streamable HTTP with a header", async () => {
      const { url, token } = said.agents.me;
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${token}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "desk__hello", arguments: { name: "Ada" } } }),
      });
      const { result } = await response.json();
      assert.equal(result?.content?.[0]?.text, "Hello, Ada, says me");
      report.figures.gatewayFirstCallMs = Date.now() - startedAtMs;
      return `${report.figures.gatewayFirstCallMs} ms from the empty folder`;
    });
  } finally {
    await serving.stop();
  }
}
