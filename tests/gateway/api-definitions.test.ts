// Sources and agents that the API saves beside the gateway's own.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startApi } from "./api.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { listen } from "./gateway.ts";

const newState = () => ({ stateFile: join(mkdtempSync(join(tmpdir(), "toolcrib-api-")), "state.db"), sealingKey: "k".repeat(32) });
const LOCAL = { allowLocalByApi: true };

test("a saved definition is served at once, shown without its values, and outlives a start [gateway.saved]", async () => {
  const state = newState();
  const crm = await serveChanging([entry("find"), entry("broken", { inputSchema: { type: "string" } })]);
  const first = await startApi({}, { ...state, ...LOCAL, agents: { support: { tools: ["*"] } } });
  const source = {
    mcp: crm.url,
    auth: { type: "bearer", token: "canary-token" },
    headers: { "x-team": "canary-header" },
    allowTools: ["*"],
  };
  const body = { sources: { crm: source }, agents: { sales: { tools: ["crm"] } } };
  const saved = await first.ask("PUT", "/v1/definitions/crm", body);
  expect(saved.status).toBe(201);
  expect(saved.json).toMatchObject({
    name: "crm",
    sources: { crm: { kind: "mcp", mcp: crm.url, auth: { type: "bearer" }, headers: ["x-team"], allowTools: ["*"] } },
    agents: { sales: { tools: ["crm"] } },
    toolSources: [
      {
        source: "crm",
        status: "ok",
        tools: [
          { name: "crm__find", isGiven: true },
          { name: "crm__broken", isGiven: false, reason: "schema_invalid" },
        ],
      },
    ],
  });
  expect((await first.ask("GET", "/v1/definitions")).json.items).toEqual([saved.json]);
  expect((await first.ask("PUT", "/v1/definitions/crm", body)).status).toBe(200);
  const ann = await first.client.agents.upsert("ann", { template: "sales", subject: "ann" });
  await first.gateway.close();

  const second = await startApi({}, { ...state, ...LOCAL, agents: { support: { tools: ["*"] } } });
  const url = `${second.origin}/agents/ann/mcp`;
  const client = await connect({ url, headers: { authorization: `Bearer ${ann.token}` } });
  expect(textOf(await client.callTool({ name: "crm__find", arguments: {} }))).toBe("find done");
  expect(crm.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer canary-token", "x-team": "canary-header" });
  expect((await second.ask("GET", "/v1/definitions/crm")).json.sources).toEqual(saved.json.sources);
  expect((await second.ask("DELETE", "/v1/definitions/crm")).status).toBe(204);
  expect((await second.ask("GET", "/v1/definitions/crm")).status).toBe(404);
  expect((await second.ask("GET", "/v1/sources")).json.items).toEqual([]);
  expect((await second.ask("GET", "/v1/agents/ann")).json).toMatchObject({
    status: 409,
    detail: expect.stringContaining('made from "sales"'),
  });
});

test("refused credentials and a document that can't be read are told, and nothing is saved; what can't be reached is saved with its status", async () => {
  const api = await startApi({}, LOCAL);
  const refusing = await listen((_request, response) => response.writeHead(401).end());
  const wanting = await listen((_request, response) =>
    response.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="https://kb.example.com/meta"' }).end(),
  );
  const prose = await listen((_request, response) => response.end("Our API is great"), "/openapi.json");
  const missing = await listen((_request, response) => response.writeHead(404).end(), "/openapi.json");
  const locked = await listen((_request, response) => response.writeHead(403).end(), "/openapi.json");
  const down = await listen((_request, response) => response.writeHead(503).end(), "/openapi.json");
  const put = (sources: object) => api.ask("PUT", "/v1/definitions/kb", { sources });

  for (const [source, why] of [
    [{ mcp: refusing, auth: { type: "bearer", token: "canary-wrong" } }, "source_auth_failed"],
    [{ mcp: wanting }, "source_auth_failed|oauth_required"],
    [{ openapi: prose }, "can't be read"],
    [{ openapi: missing }, "404"],
    [{ openapi: locked }, "source_auth_failed"],
  ] as const) {
    const { status, json } = await put({ kb: source });
    expect([status, json.problems?.length], JSON.stringify(json)).toEqual([400, 1]);
    expect(json.problems[0]).toMatch(new RegExp(`^sources\\.kb .*(${why})`));
  }
  expect((await api.ask("GET", "/v1/definitions")).json.items).toEqual([]);
  expect((await api.ask("GET", "/v1/sources")).json.items).toEqual([]);

  const saved = await put({ kb: { mcp: "http://127.0.0.1:9/mcp" }, docs: { openapi: down } });
  expect(saved.status).toBe(201);
  expect(saved.json.toolSources).toMatchObject([
    { source: "kb", status: "source_unreachable", detail: expect.any(String), fix: expect.any(String) },
    { source: "docs", status: "source_unreachable", detail: "its document was answered with 503" },
  ]);
});

test("no code and nothing of this machine by the API, unless the gateway was started for it [gateway.no-code-by-api]", async () => {
  // The gateway's own definition may: that says nothing of the API.
  const api = await startApi({}, { allowLocal: true, env: { SECRET_KEY: "canary-environment" } });
  const sources = {
    run: { command: ["node", "-e", "1"] },
    desk: { tools: "/tmp" },
    file: { openapi: "/etc/passwd" },
    url: { openapi: "file:///etc/passwd" },
    plain: { mcp: "http://tools.example.com/mcp" },
    loopback: { mcp: "https://127.0.0.1/mcp" },
    metadata: { mcp: "https://169.254.169.254/mcp" },
    inside: { endpoint: { name: "x", description: "x", url: "https://10.0.0.1/{y}" } },
  };
  const refused = await api.ask("PUT", "/v1/definitions/bad", { sources });
  expect(refused.status).toBe(400);
  expect(refused.json.problems.map((problem: string) => problem.split(/[ .:]/)[1])).toEqual(Object.keys(sources));
  expect(refused.json.problems[0]).toContain("start the gateway with allowLocalByApi");
  const server = await api.ask("PUT", "/v1/definitions/bad", { sources: { here: { server: {} } } });
  expect(server.json.detail).toContain("sources.here is a server of this process");
  // Whoever has a key of the API reads no value of the gateway's environment.
  const kb = { mcp: "https://kb.example.com/mcp", auth: { type: "bearer", token: "$SECRET_KEY" } };
  const named = await api.ask("PUT", "/v1/definitions/bad", { sources: { kb } });
  expect(named.json.detail).toBe("SECRET_KEY has no value; it is needed at sources.kb.auth.token");
  expect((await api.ask("GET", "/v1/definitions")).json.items).toEqual([]);
});

test("values that were given for it can be named by the API", async () => {
  const crm = await serveChanging([entry("find")]);
  const api = await startApi({}, { ...LOCAL, apiEnv: { CRM_TOKEN: "given-for-it" } });
  const source = { mcp: crm.url, auth: { type: "bearer", token: "$CRM_TOKEN" } };
  expect((await api.ask("PUT", "/v1/definitions/crm", { sources: { crm: source } })).status).toBe(201);
  expect(crm.requests.at(-1)?.headers.authorization).toBe("Bearer given-for-it");
});

test("a name that is taken is a conflict that names it; so is what others need", async () => {
  const crm = await serveChanging([entry("find")]);
  const api = await startApi({ kb: { mcp: crm.url } }, { ...LOCAL, agents: { support: { tools: ["kb"] } } });
  await api.client.agents.upsert("ann", { template: "support", subject: "ann" });
  const clash = await api.ask("PUT", "/v1/definitions/more", {
    sources: { kb: { mcp: crm.url } },
    agents: { support: { tools: [] } },
  });
  expect(clash.status).toBe(409);
  expect(clash.json.problems).toEqual([
    'source "kb" of the saved definition "more" is there already; choose another name',
    'agent "support" of the saved definition "more" is there already; choose another name',
  ]);
  const taken = await api.ask("PUT", "/v1/definitions/more", { agents: { ann: { tools: [] } } });
  expect([taken.status, taken.json.problems[0]]).toEqual([409, expect.stringContaining('agent "ann" is the key of a user\'s agent')]);

  expect((await api.ask("PUT", "/v1/definitions/crm", { sources: { crm: { mcp: crm.url } } })).status).toBe(201);
  expect((await api.ask("PUT", "/v1/definitions/team", { agents: { team: { tools: ["crm__*"] } } })).status).toBe(201);
  const needed = await api.ask("DELETE", "/v1/definitions/crm");
  expect([needed.status, needed.json.detail]).toEqual([409, expect.stringContaining('agents.team.tools.0: "crm__*" names no source')]);
  // The file may not take the name either.
  await expect(api.gateway.update({ tenant: "acme", sources: { crm: { mcp: crm.url } }, agents: {} })).rejects.toThrow(
    'source "crm" of the saved definition "crm" is there already',
  );
});

test("what no longer fits beside the file is left out at the start, and said", async () => {
  const state = newState();
  const crm = await serveChanging([entry("find")]);
  const first = await startApi({}, { ...state, ...LOCAL });
  await first.ask("PUT", "/v1/definitions/crm", { sources: { crm: { mcp: crm.url } } });
  await first.gateway.close();
  const second = await startApi({ crm: { mcp: crm.url } }, { ...state, ...LOCAL });
  expect(second.lines.join()).toContain('the saved definition crm is left out: source "crm"');
  expect((await second.ask("GET", "/v1/definitions")).json.items).toEqual([]);
});

test("drift of a saved source is shown and accepted", async () => {
  const crm = await serveChanging([entry("find")]);
  const api = await startApi({}, LOCAL);
  await api.ask("PUT", "/v1/definitions/crm", { sources: { crm: { mcp: crm.url } } });
  crm.tools = [entry("find", { description: "Finds better" }), entry("add")];
  await api.gateway.toolSources("all", { refresh: true });
  const drift = await api.ask("GET", "/v1/sources/crm/drift");
  expect(
    drift.json.differences.map(({ name, was, is }: { name: string; was?: object; is?: object }) => [
      name,
      was !== undefined,
      is !== undefined,
    ]),
  ).toEqual([
    ["add", false, true],
    ["find", true, true],
  ]);
  const accepted = await api.ask("POST", "/v1/sources/crm/accept");
  expect(accepted.json).toMatchObject({ source: "crm", definition: "crm", status: "ok", toolCount: 2 });
  expect((await api.ask("GET", "/v1/sources/crm/drift")).json.differences).toEqual([]);
  expect((await api.ask("GET", "/v1/sources/nobody/drift")).status).toBe(404);
});

test("a definition that is not valid is told with every problem, as a file's are", async () => {
  const api = await startApi();
  const put = async (name: string, body: unknown) => (await api.ask("PUT", `/v1/definitions/${name}`, body)).json;
  expect(
    (await put("crm", { sources: { Crm: { mcp: "https://x.example.com" }, kb: { mcp: "https://x.example.com", tenant: 1 } } })).problems,
  ).toEqual([
    'sources.Crm: the name is not usable; use lower-case letters, digits and "-", beginning with a letter (^[a-z][a-z0-9-]{0,23}$)',
    "sources.kb.tenant: is no key here; known: mcp, headers, auth, allowTools, denyTools, exposure, timeoutMs, drift",
  ]);
  expect((await put("crm", { tenant: "other" })).problems).toEqual(["tenant: is not allowed here"]);
  expect((await put("Crm", {})).detail).toBe("name: expected text matching ^[a-z][a-z0-9-]{0,63}$");
});
