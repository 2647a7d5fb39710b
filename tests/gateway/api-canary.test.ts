// Secrets of definitions, and servers that say everything they were sent: whatever an operator reads, none of it is there.

import type { IncomingMessage } from "node:http";
import type { StartError } from "@toolcrib/core";
import { expect, test } from "vitest";
import { type StartedApi, startApi } from "./api.ts";
import { stdioServer } from "./bad-servers.ts";
import { type ChangingServer, entry, serveChanging } from "./changing-server.ts";
import { connect } from "./client.ts";
import { listen } from "./gateway.ts";

/** Also as it looks in JSON, in a URL and in base64. */
const CANARY = /canary|Y2FuYXJ5|NhbmFye|jYW5hcn/i;

/** A server that writes all headers of its requests into every answer it can think of. */
async function serveEcho(): Promise<ChangingServer> {
  const server = await serveChanging([]);
  let lists = 0;
  const said = (request: IncomingMessage) => `I was sent ${JSON.stringify(request.headers)} to ${request.url}`;
  server.interfere = (request, response, message) => {
    const answer = (body: object) =>
      Boolean(response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })));
    if (message.method === "tools/list") {
      lists += 1;
      const odd = entry("odd", { inputSchema: { type: "object", properties: { a: { $ref: `#/${said(request)}` } } } });
      return answer({ result: { tools: [entry("echo", { description: `${said(request)}, ${lists} times` }), odd] } });
    }
    if (message.method !== "tools/call") return false;
    if (message.params?.arguments?.how === "status") return Boolean(response.writeHead(500, { "x-echo": "1" }).end(said(request)));
    if (message.params?.arguments?.how === "error") return answer({ error: { code: -32000, message: said(request) } });
    return answer({ result: { isError: true, content: [{ type: "text", text: said(request) }] } });
  };
  return server;
}

async function provoke(api: StartedApi): Promise<string[]> {
  const texts: string[] = [];
  await api.gateway.toolSources("all", { refresh: true });
  const client = await connect(api);
  for (const how of ["status", "error", "result"])
    for (const source of ["echo", "saved", "files", "kb", "basic"])
      texts.push(
        JSON.stringify(await client.callTool({ name: `${source}__echo`, arguments: { how } }).catch((error: unknown) => String(error))),
      );
  return texts;
}

test("values of headers, auth and env are in no answer, log line, error or difference [gateway.never-echoed]", async () => {
  const echo = await serveEcho();
  const files = stdioServer("quotes-environment");
  const refusing = await listen((request, response) =>
    response
      .writeHead(401, { "www-authenticate": `Bearer error="${request.headers.authorization?.replaceAll('"', "")}"` })
      .end(said401(request)),
  );
  const api = await listen((request, response) => {
    if (request.url === "/openapi.json") response.end(JSON.stringify(apiDocument()));
    else
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ message: `I was sent ${JSON.stringify(request.headers)} to ${request.url}` }));
  }, "");
  const errors: string[] = [];
  const started = await startApi(
    {
      echo: { mcp: echo.url, auth: { type: "bearer", token: "$ECHO_TOKEN" }, headers: { "x-odd": 'canary "quoted" \\ value' } },
      files: { command: files.command, env: { FILES_KEY: "canary-child-value" } },
      kb: { openapi: `${api}/openapi.json`, baseUrl: api, auth: { type: "apiKey", value: "canary api/key?value" } },
      basic: { openapi: `${api}/openapi.json`, baseUrl: api, auth: { type: "basic", username: "operator", password: "canary-password" } },
      wrong: { mcp: refusing, auth: { type: "bearer", token: "canary-refused" } },
    },
    {
      env: { ECHO_TOKEN: "canary-named-value" },
      allowLocalByApi: true,
      onError: (error) => errors.push(error instanceof Error ? `${error.stack}` : String(error)),
    },
  );
  const saved = {
    saved: { mcp: echo.url, auth: { type: "bearer", token: "canary-saved-token" }, headers: { "x-team": "canary-saved-header" } },
  };
  expect((await started.ask("PUT", "/v1/definitions/saved", { sources: saved })).status).toBe(201);
  const bad = { bad: { mcp: refusing, auth: { type: "bearer", token: "canary-saved-wrong" }, headers: { "x-a": "canary-a" } } };
  expect((await started.ask("PUT", "/v1/definitions/bad", { sources: bad })).status).toBe(400);
  const invalid = { bad: { mcp: "ftp://canary:canary@x", auth: { type: "basic", token: "canary-odd" }, headers: { "x-a": 1 } } };
  expect((await started.ask("PUT", "/v1/definitions/bad", { sources: invalid })).status).toBe(400);
  await started.client.agents.upsert("ann", { template: "all", subject: "ann" });

  const texts = await provoke(started);
  expect(texts.join()).toContain("I was sent");
  for (const path of [
    "/v1/me",
    "/v1/definitions",
    "/v1/definitions/saved",
    "/v1/agents",
    "/v1/agents/ann?refresh=true",
    "/v1/sources",
    "/v1/keys",
    "/v1/signing-keys",
    "/v1/openapi.json",
  ])
    expect((await started.ask("GET", path)).status).toBe(200);
  for (const source of ["echo", "saved", "files", "kb", "wrong"]) {
    texts.push(JSON.stringify(started.gateway.differences(source)));
    await started.ask("GET", `/v1/sources/${source}/drift`);
    await started.ask("POST", `/v1/sources/${source}/accept`);
  }
  const differences = started.answers.filter(({ text }) => text.includes('"differences":[{'));
  expect(differences.map(({ json }) => json.source)).toEqual(["echo", "saved"]);
  const error = await started.gateway
    .update({
      tenant: "acme",
      sources: { x: { mcp: "http://x", headers: { a: "canary-b" }, auth: { type: "apiKey", value: "canary-c" } } },
      agents: {},
    })
    .catch((refusal: unknown) => refusal);
  texts.push(...(error as StartError).problems);

  expect(started.lines.length).toBeGreaterThan(2);
  expect(errors.length).toBeGreaterThan(0);
  const everything = { answers: started.answers.map(({ text }) => text), lines: started.lines, texts, errors };
  for (const [where, said] of Object.entries(everything))
    expect(
      said.filter((text) => CANARY.test(text)),
      where,
    ).toEqual([]);
});

function said401(request: IncomingMessage): string {
  return JSON.stringify({ error: "invalid_token", error_description: `not ${request.headers.authorization}` });
}

function apiDocument(): object {
  return {
    openapi: "3.1.0",
    info: { title: "An API", version: "1" },
    paths: {
      "/echo": {
        get: {
          operationId: "echo",
          parameters: [{ name: "how", in: "query", schema: { type: "string" } }],
          responses: { 200: { description: "Done" } },
        },
      },
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "key" }, basic: { type: "http", scheme: "basic" } } },
    security: [{ key: [] }, { basic: [] }],
  };
}
