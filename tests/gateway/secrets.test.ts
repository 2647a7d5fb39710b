// Secrets of the definition in the forms in which servers, of whatever language, say again what they were sent.

import { expect, test } from "vitest";
import { reportsOf } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { listen, startGateway } from "./gateway.ts";

const SECRET = 'canary/+&=é 1\n-end"key\\';

test.each([
  ["as it is", SECRET],
  ["in JSON", JSON.stringify(SECRET)],
  ["in JSON, inside JSON", JSON.stringify(JSON.stringify(SECRET))],
  ["in JSON of PHP", JSON.stringify(SECRET).replaceAll("/", "\\/").replaceAll("é", "\\u00e9")],
  ["in JSON of Python", JSON.stringify(SECRET).replaceAll("é", "\\u00e9")],
  ["in JSON of Go", JSON.stringify(SECRET).replaceAll("&", "\\u0026")],
  ["in JSON of .NET", JSON.stringify(SECRET).replaceAll("+", "\\u002B").replaceAll("&", "\\u0026").replaceAll('\\"', "\\u0022")],
  ["in a URL", encodeURIComponent(SECRET)],
  ["in a URL, in small letters", encodeURIComponent(SECRET).replaceAll(/%../g, (text) => text.toLowerCase())],
  ["in a form", new URLSearchParams({ SECRET }).toString()],
  ["line by line", SECRET.split("\n").join(" and ")],
])("a secret that a server says again %s is masked", async (_how, said) => {
  const api = await listen((_request, response) => response.writeHead(400, { "content-type": "text/plain" }).end(`you are <${said}>`));
  const source = {
    endpoint: { name: "find", description: "Finds", url: api },
    auth: { type: "basic", username: "operator", password: "$SECRET" },
  };
  const client = await connect(await startGateway({ api: source }, { env: { SECRET } }));
  const failed = textOf(await client.callTool({ name: "api__find", arguments: {} }));
  expect(failed).toContain("***");
  expect(failed).not.toMatch(/canary|-end/);
});

test("a secret is masked also where what a server says is cut in the middle of it", async () => {
  const token = "canary-token-of-the-operator";
  const server = await serveChanging([entry("find")]);
  server.interfere = (_request, response, { id, method }) => {
    if (method !== "tools/list") return false;
    const message = `${"x".repeat(1_985)}${token}`;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message } }));
    return true;
  };
  const started = await startGateway({ up: { mcp: server.url, auth: { type: "bearer", token } } });
  const { up } = await reportsOf(started, { refresh: true });
  expect(up?.detail).toContain("xxxx");
  expect(JSON.stringify([up, started.lines])).not.toContain("canary");
});

test.each([
  ["in the middle of a long line", 'console.error("x".repeat(490) + process.env.KEY)'],
  ["piece by piece", "process.stderr.write(process.env.KEY.slice(0, 10)); setTimeout(() => console.error(process.env.KEY.slice(10)), 200)"],
  ["over several lines", "console.error(process.env.LINES)"],
  ["without an end of the line", "process.stderr.write(process.env.KEY)"],
])("a secret that a child writes %s is not logged", async (_how, program) => {
  const env = { KEY: "canary-key-of-the-child", LINES: "canary-first-line\ncanary-second-line" };
  const { lines } = await startGateway({ up: { command: [process.execPath, "-e", program], env } });
  await expect.poll(() => lines.filter((line) => line.includes("says: ")).join("\n"), { timeout: 5_000 }).toContain("**");
  expect(lines.join("\n")).not.toContain("canary");
});
