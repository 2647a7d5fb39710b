// The client's side, the same on every runtime: makes tools of each case's document, calls them, and says how it went.
// What went over the wire is not for it to say; that is what the server saw.

import { openApiTools } from "@toolcrib/openapi";
import { serveTools } from "@toolcrib/server";
import { cases } from "../cases/index.mjs";
import { withOrigins } from "./with-origins.mjs";

const RESULT = Symbol.for("toolcrib.result");

export async function runCases(controlOrigin) {
  const tell = async (path, body) => (await fetch(controlOrigin + path, { method: "POST", body: JSON.stringify(body ?? {}) })).json();
  const origins = await tell("/origins");
  for (const [index, one] of cases.entries()) {
    await tell(`/begin/${index}`);
    await tell(`/end/${index}`, await runCase(one, origins));
  }
  await tell("/finished");
}

/** What each call gave: a result's text, or that and why it was refused. */
async function runCase({ document, args = {}, calls = [args], tool, options = {}, auth, served = false }, origins) {
  const outcomes = [];
  try {
    const given = { fetch, ...withOrigins(options, origins), ...(auth === undefined ? {} : { auth: toAuth(withOrigins(auth, origins)) }) };
    const { tools } = await openApiTools(withOrigins(document, origins), given);
    const name = tool ?? Object.keys(tools)[0];
    for (const each of calls) outcomes.push(await (served ? callServed(tools, name, each) : callRaw(tools[name], each)));
  } catch (error) {
    outcomes.push({ broken: `${error.name}: ${error.message}` });
  }
  return outcomes;
}

/** Credentials by the name of their scheme, or one for all. */
function toAuth(auth) {
  return auth.byScheme === undefined ? auth : ({ name }) => auth.byScheme[name];
}

async function callRaw({ execute }, args) {
  const context = { idempotencyKey: "key-1", callId: "call-1", signal: new AbortController().signal, answers: [], env: {}, progress() {} };
  try {
    const { [RESULT]: result } = await execute(args, context);
    return { text: result.content[0]?.text ?? "", isError: result.isError === true };
  } catch (error) {
    if (error.code === undefined && error.errorType === undefined) throw error;
    return { refused: error.message };
  }
}

async function callServed(tools, name, args) {
  const handler = serveTools(tools, { auth: "none", log() {} });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const response = await handler(new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(body) }));
  const { result, error } = await response.json();
  if (error !== undefined) return { broken: error.message };
  return { text: result.content[0]?.text ?? "", isError: result.isError === true };
}
