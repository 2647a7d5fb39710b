// Who gets in, what goes out to a source, and what never comes back from it.

import { expect, test } from "vitest";
import { reportsOf, stdioServer } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { makeFolder } from "./folders.ts";
import { listen, type StartedGateway, startGateway } from "./gateway.ts";
import { serveOldSse } from "./upstreams.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

async function post(url: string, headers: Readonly<Record<string, string>>, message: object = LIST) {
  const response = await fetch(url, { method: "POST", headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(message) });
  return { status: response.status, text: await response.text(), challenge: response.headers.get("www-authenticate") };
}

test("a wrong token, another agent's and one for nobody are refused in the same words", async () => {
  const server = await serveChanging([entry("a")]);
  const started = await startGateway({ kb: { mcp: server.url } }, { agents: { other: { tools: ["kb"] } } });
  const { url, headers } = started;
  const other = started.gateway.agents.other as { readonly url: string; readonly token: string };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect((await post(url, headers)).status).toBe(200);
  expect((await post(other.url, bearer(other.token))).status).toBe(200);

  const nobody = url.replace("/agents/all/", "/agents/nobody/");
  const unknown = bearer(`tca_${"x".repeat(43)}`);
  const refusals = await Promise.all([
    post(url, unknown),
    post(url, bearer("x")),
    post(url, bearer(other.token)),
    post(url, { authorization: `Basic ${btoa("a:b")}` }),
    post(other.url, headers as Record<string, string>),
    post(nobody, unknown),
    post(nobody, headers as Record<string, string>),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual(Array(7).fill(401));
  expect(new Set(refusals.filter(({ text }) => !text.includes("a token is needed")).map((refusal) => JSON.stringify(refusal))).size).toBe(
    1,
  );
  const without = await Promise.all([post(url, {}), post(nobody, {})]);
  expect(without[0]).toEqual(without[1]);
  expect(without[0]).toMatchObject({ status: 401, challenge: "Bearer" });
  const got = await Promise.all([url, nobody].map(async (at) => (await fetch(at)).status));
  expect(got[0]).toBe(got[1]);
});

test("a caller's own credentials, cookies and headers never travel upstream [gateway.no-passthrough]", async () => {
  const server = await serveChanging([entry("a", { inputSchema: { type: "object", properties: {} } })]);
  const seen: (readonly string[])[] = [];
  const api = await listen((request, response) => {
    seen.push(request.rawHeaders);
    response.setHeader("content-type", "application/json");
    response.end("{}");
  }, "/weather");
  const started = await startGateway(
    {
      plain: { mcp: server.url },
      own: { mcp: server.url, auth: { type: "bearer", token: "$OWN" }, headers: { "x-tenant": "$TENANT" } },
      api: { endpoint: { name: "weather", description: "The weather", url: api } },
    },
    { env: { OWN: "the-operator's-own-token", TENANT: "tenant-of-operator" } },
  );
  const canary = "caller-canary-4711";
  const headers = {
    ...started.headers,
    cookie: `session=${canary}`,
    "x-api-key": canary,
    "proxy-authorization": `Bearer ${canary}`,
    "x-forwarded-for": canary,
    "mcp-session-id": canary,
    baggage: `user=${canary}`,
  };
  for (const name of ["plain__a", "own__a", "api__weather"]) {
    const _meta = { authorization: canary, "x-caller": canary };
    const { status } = await post(started.url, headers, { ...LIST, method: "tools/call", params: { name, arguments: {}, _meta } });
    expect(status).toBe(200);
  }
  const token = started.headers.authorization?.slice("Bearer ".length) ?? "none";
  const sent = JSON.stringify([server.requests, seen]);
  expect(sent).not.toContain(canary);
  expect(sent).not.toContain(token);
  const authorizations = new Set(
    server.requests.map(({ headers: { authorization = "none", "x-tenant": tenant = "none" } }) => `${authorization} ${tenant}`),
  );
  expect(authorizations).toEqual(new Set(["none none", "Bearer the-operator's-own-token tenant-of-operator"]));
});

test("a refusal upstream is a reason: with a challenge of OAuth whose server it names, and plain", async () => {
  const server = await serveChanging([entry("a")]);
  const { origin } = new URL(server.url);
  const refuse = (challenge: string | undefined, status = 401): typeof server.interfere => {
    return (request, response) => {
      if (request.url?.startsWith("/meta") === true)
        response.setHeader("content-type", "application/json").end(`{"authorization_servers":["${origin}/issuer"]}`);
      else response.writeHead(status, challenge === undefined ? {} : { "www-authenticate": challenge }).end("no");
      return true;
    };
  };
  const started = await startGateway({ kb: { mcp: server.url } });
  const client = await connect(started);
  await client.listTools();
  const cases: readonly (readonly [typeof server.interfere, object, string])[] = [
    [
      refuse(`Bearer error="invalid_token", resource_metadata="${origin}/meta"`),
      { reason: "oauth_required", authorizationServer: `${origin}/issuer`, detail: `it wants a token of ${origin}/issuer` },
      `it wants a token of ${origin}/issuer`,
    ],
    // A document that is not there, no URL, or one that must not be asked, only leaves the name out.
    [refuse(`Bearer resource_metadata="${origin}/missing"`), { reason: "oauth_required", detail: "it wants a token" }, "it wants a token"],
    [refuse('Bearer resource_metadata="nonsense"'), { reason: "oauth_required", detail: "it wants a token" }, "it wants a token"],
    [
      refuse('Bearer resource_metadata="http://169.254.169.254/latest/meta-data"'),
      { reason: "oauth_required", detail: "it wants a token" },
      "it wants a token",
    ],
    [refuse("Bearer"), { reason: "source_auth_failed" }, "it refused the gateway's credentials"],
    [refuse(undefined), { reason: "source_auth_failed" }, "it refused the gateway's credentials"],
    [refuse(undefined, 403), { reason: "source_auth_failed" }, "it refused the gateway's credentials"],
  ];
  for (const [interfere, report, words] of cases) {
    server.interfere = interfere;
    expect((await reportsOf(started, { refresh: true })).kb).toMatchObject({ status: "stale", ...report });
    const result = await client.callTool({ name: "kb__a", arguments: {} });
    expect(textOf(result)).toBe(`source kb gave no answer: ${words}; it had no effect\nerrorType: auth`);
  }
  server.interfere = undefined;
  expect((await reportsOf(started, { refresh: true })).kb).toMatchObject({ status: "ok" });
  expect(textOf(await client.callTool({ name: "kb__a", arguments: {} }))).toBe("a done");
});

/** Everything that anybody but the operator's own process can get to see. */
async function everythingSaid(started: StartedGateway, errors: readonly unknown[]): Promise<string> {
  const client = await connect(started);
  const { tools } = await client.listTools(undefined, { cacheMode: "refresh" });
  const results = await Promise.all(
    tools.map(({ name }) => client.callTool({ name, arguments: {} }).catch((error: unknown) => String(error))),
  );
  const reports = [await started.gateway.toolSources("all"), await started.gateway.toolSources("all", { refresh: true })];
  const handled = errors.map((error) => String(error));
  return JSON.stringify([tools, results, reports, started.lines, handled]);
}

test("no secret of the definition is ever said again, whatever a source quotes of it [gateway.no-leak]", async () => {
  const secrets = {
    TOKEN: "canary-token-1111",
    HEADER: "Token canary-header-2222",
    PASSWORD: "canary-password-3333",
    ENV: "canary-env-4444",
    FOLDER: "canary-folder-5555",
  };
  const quote = (request: { readonly headers: object }) => `you sent ${JSON.stringify(request.headers)}`;
  // One that says it in an error of JSON-RPC, one in a status, one in a failed result: while listed, and while called.
  const rpc = await serveChanging([entry("a")]);
  const failing = await serveChanging([entry("a")]);
  const status = await listen((request, response) => response.writeHead(500, quote(request).slice(0, 40)).end(quote(request)));
  let isListed = false;
  rpc.interfere = (request, response, { id, method }) => {
    if (method !== "tools/call" && !(method === "tools/list" && isListed)) return false;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: quote(request), data: quote(request) } }));
    return true;
  };
  failing.result = () => ({ isError: true, content: [{ type: "text", text: quote(failing.requests.at(-1) as never) }] });
  const stdio = stdioServer("quotes-environment");
  const desk = makeFolder();
  desk.writeFile(
    "leak.mjs",
    `import { tool } from "@toolcrib/tools";
export default tool({ description: "Fails", env: ["KEY"], execute: (_args, { env }) => { throw new Error("with " + env.KEY); } });`,
  );
  const api = await listen((request, response) => {
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: quote(request) }));
  }, "/weather");

  const errors: unknown[] = [];
  const auth = { auth: { type: "bearer", token: "$TOKEN" }, headers: { "x-key": "$HEADER" } };
  const started = await startGateway(
    {
      rpc: { mcp: rpc.url, ...auth },
      failing: { mcp: failing.url, ...auth },
      status: { mcp: status, ...auth },
      basic: {
        endpoint: { name: "weather", description: "The weather", url: api },
        auth: { type: "basic", username: "operator", password: "$PASSWORD" },
        headers: { "x-key": "$HEADER" },
      },
      stdio: { command: stdio.command, env: { SECRET: "$ENV" } },
      desk: { tools: desk.path, env: { KEY: "$FOLDER" } },
    },
    { env: secrets, onError: (error) => errors.push(error) },
  );
  await started.gateway.ready();
  isListed = true;
  const said = await everythingSaid(started, errors);
  // The sources did quote what they were sent.
  expect(said).toContain("you sent");
  expect(said).toContain("***");
  for (const secret of ["canary-token-1111", "canary-header-2222", "canary-password-3333", "canary-env-4444", "canary-folder-5555"])
    expect(said).not.toContain(secret);
  expect(said).not.toContain(btoa("operator:canary-password-3333"));
});

test("a source of the older SSE transport is sent the operator's headers, and nobody else's", async () => {
  const { url, headers } = await serveOldSse();
  const started = await startGateway({ old: { mcp: url, auth: { type: "bearer", token: "own-token" } } });
  const client = await connect(started);
  expect(textOf(await client.callTool({ name: "old__greet", arguments: { name: "Ada" } }))).toBe("Hello, Ada");
  expect(new Set(headers.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer own-token"]));
});
