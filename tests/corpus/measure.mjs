// One document in a process of its own: from its text to the bytes of tools/list, and what of it holds.

import { readFileSync } from "node:fs";
import { compileSchema } from "@toolcrib/core";
import { openApiTools } from "@toolcrib/openapi";
import { serveTools } from "@toolcrib/server";
import { Ajv2020 } from "ajv/dist/2020.js";

const LEGAL = /^[A-Za-z0-9_-]{1,64}$/;
const [file] = process.argv.slice(2);
const text = readFileSync(file, "utf8");

const before = process.cpuUsage();
const { tools, diagnostics } = await openApiTools(text, {
  fetch: () => Promise.reject(new Error("nobody is called here")),
  // Where a document names no server, or a relative one.
  documentUrl: "https://api.example.com/openapi.json",
});
const handler = serveTools(tools, { auth: "none", log() {} });
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const response = await handler(
  new Request("http://localhost/mcp", { method: "POST", headers: { "content-type": "application/json" }, body }),
);
const listed = await response.text();
const { user, system } = process.cpuUsage(before);
const { maxRSS } = process.resourceUsage();

const list = JSON.parse(listed).result.tools;
const problems = list.flatMap((tool) => check(tool));
const names = list.map(({ name }) => name);
if (new Set(names).size !== names.length) problems.push("two tools share a name");
process.send({
  tools: list.length,
  diagnostics: count(diagnostics.map(({ code }) => code)),
  bytes: Buffer.byteLength(listed),
  longest: Math.max(0, ...list.map(({ inputSchema }) => JSON.stringify(inputSchema).length)),
  cpuMs: (user + system) / 1_000,
  peakMib: maxRSS / 1_024,
  problems,
});

function check({ name, inputSchema }) {
  const found = [];
  if (!LEGAL.test(name)) found.push(`${name} is no legal name`);
  for (const reference of referencesOf(inputSchema)) {
    if (!reference.startsWith("#/$defs/") || !Object.hasOwn(inputSchema.$defs ?? {}, reference.slice("#/$defs/".length)))
      found.push(`${name}: ${reference} leads out of the tool`);
  }
  try {
    compileSchema(inputSchema);
    // A strict reader of 2020-12. Formats are annotations there.
    new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(inputSchema);
  } catch (error) {
    found.push(`${name}: ${error.message}`);
  }
  return found;
}

/** References, where a schema can have them: a property that is named `$ref` is none. */
function referencesOf(schema, found = new Set()) {
  if (Array.isArray(schema)) for (const item of schema) referencesOf(item, found);
  else if (typeof schema === "object" && schema !== null) {
    if (typeof schema.$ref === "string") found.add(schema.$ref);
    for (const [key, value] of Object.entries(schema)) {
      if (["properties", "patternProperties", "dependentSchemas", "$defs"].includes(key)) {
        for (const member of Object.values(value)) referencesOf(member, found);
      } else if (!["enum", "const", "default"].includes(key)) referencesOf(value, found);
    }
  }
  return found;
}

function count(codes) {
  const counts = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
