import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGateway, type Gateway, type GatewayOptions } from "../src/index.ts";

const ORIGIN = "https://gateway.example.com";
const DEFINITION = { tenant: "acme", sources: {}, agents: { support: { tools: [] }, sales: { tools: [] } } };

async function start(options: Partial<GatewayOptions> = {}, definition: object = DEFINITION): Promise<Gateway> {
  const gateway = await createGateway(definition, { origin: ORIGIN, log() {}, ...options });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** The status of a list of tools. */
async function list(gateway: Gateway, key: string, token: string | undefined): Promise<number> {
  const request = new Request(`${ORIGIN}/agents/${key}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  return (await gateway.fetch(request)).status;
}

const newState = () => ({
  stateFile: join(mkdtempSync(join(tmpdir(), "toolcrib-agents-")), "state.db"),
  sealingKey: "k".repeat(32),
});

describe("an agent of one user", () => {
  test("is made from a template, and its token is given once [gateway.agents]", async () => {
    const gateway = await start({ now: () => Date.UTC(2026, 0, 1) });
    const settings = { template: "support", subject: "ann@example.com", context: { plan: "free" } };
    const { token, ...agent } = gateway.userAgents.upsert("ann", settings);
    expect(token).toMatch(/^tca_[A-Za-z0-9_-]{43}$/);
    expect(agent).toEqual({
      key: "ann",
      ...settings,
      url: `${ORIGIN}/agents/ann/mcp`,
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    });
    expect(gateway.userAgents.get("ann")).toEqual(agent);
    expect(gateway.userAgents.upsert("ann", settings)).not.toHaveProperty("token");
    expect(await list(gateway, "ann", token)).toBe(200);
  });

  test("opens its own door and no other [gateway.agent-doors]", async () => {
    const gateway = await start();
    const ann = gateway.userAgents.upsert("ann", { template: "support", subject: "ann" }).token;
    const bob = gateway.userAgents.upsert("bob", { template: "support", subject: "bob" }).token;
    const support = gateway.agents.support?.token;
    const tried = [];
    for (const key of ["ann", "bob", "support", "sales", "nobody"])
      for (const token of [ann, bob, support, "tca_x", undefined]) tried.push(await list(gateway, key, token));
    expect(tried).toEqual([
      ...[200, 401, 401, 401, 401],
      ...[401, 200, 401, 401, 401],
      ...[401, 401, 200, 401, 401],
      ...[401, 401, 401, 401, 401],
      ...[401, 401, 401, 401, 401],
    ]);
  });

  test("is revoked at once, its runs with it [gateway.revoke]", async () => {
    const gateway = await start();
    const { token } = gateway.userAgents.upsert("ann", { template: "support", subject: "ann" });
    const run = gateway.runs.create("ann");
    expect([await list(gateway, "ann", token), await list(gateway, "ann", run.token)]).toEqual([200, 200]);
    expect(gateway.userAgents.revoke("ann")).toBe(true);
    expect([await list(gateway, "ann", token), await list(gateway, "ann", run.token)]).toEqual([401, 401]);
    expect(gateway.userAgents.revoke("ann")).toBe(false);
    // Made anew it is another one.
    gateway.userAgents.upsert("ann", { template: "support", subject: "ann" });
    expect(await list(gateway, "ann", token)).toBe(401);
  });

  test("gets another token when asked, and the old one ends", async () => {
    const gateway = await start();
    const settings = { template: "support", subject: "ann" };
    const first = gateway.userAgents.upsert("ann", settings).token;
    expect(await list(gateway, "ann", first)).toBe(200);
    const second = gateway.userAgents.upsert("ann", { ...settings, rotate: true }).token;
    expect([await list(gateway, "ann", first), await list(gateway, "ann", second)]).toEqual([401, 200]);
  });

  test("ends when its time is over, and so does a run [gateway.expiry]", async () => {
    let nowMs = 0;
    const gateway = await start({ now: () => nowMs });
    const { token, expiresAt } = gateway.userAgents.upsert("ann", { template: "support", subject: "ann", expiresInS: 60 });
    expect(expiresAt).toBe("1970-01-01T00:01:00.000Z");
    const run = gateway.runs.create("ann", { expiresInS: 30 });
    const long = gateway.runs.create("ann", { expiresInS: 90 });
    const statuses = async () => Promise.all([token, run.token, long.token].map((one) => list(gateway, "ann", one)));
    expect(await statuses()).toEqual([200, 200, 200]);
    nowMs = 30_000;
    expect(await statuses()).toEqual([200, 401, 200]);
    nowMs = 60_000;
    // A run ends with its agent.
    expect(await statuses()).toEqual([401, 401, 401]);
    gateway.userAgents.upsert("ann", { template: "support", subject: "ann", expiresInS: 60 });
    expect(await statuses()).toEqual([200, 401, 200]);
  });

  test("can't be made from what is not there, or too much", async () => {
    const gateway = await start();
    const tried = (key: string, settings: object) => {
      try {
        gateway.userAgents.upsert(key, settings as never);
        return [];
      } catch (error) {
        return (error as { readonly problems: readonly string[] }).problems;
      }
    };
    const settings = { template: "support", subject: "ann" };
    expect(tried("support", settings)).toEqual([
      'key: "support" is a template of the definition, which has a token of its own; choose another key',
    ]);
    expect(tried("Ann/..", settings)).toEqual(["key: expected text matching ^[a-z0-9][a-z0-9._-]{0,127}$"]);
    expect(tried("ann", { ...settings, template: "finance" })).toEqual(["template: there is none of this name; templates: support, sales"]);
    expect(tried("ann", { ...settings, context: { note: "字".repeat(700) } })).toEqual(["context: is longer than 2048 bytes"]);
    expect(tried("ann", { ...settings, context: JSON.parse(`${'{"a":'.repeat(8)}1${"}".repeat(8)}`) })).toEqual([
      "context: nests deeper than 7 levels",
    ]);
    expect(tried("ann", { template: "support", subject: "", expiresInS: 1.5, tools: [] })).toEqual([
      "subject: expected at least 1 characters",
      "expiresInS: expected integer",
      "tools: is not allowed here",
    ]);
    expect(() => gateway.runs.create("nobody")).toThrow(/there is no agent "nobody"/);
  });

  test("is listed in pages, in the order of keys", async () => {
    const gateway = await start();
    for (const key of ["c", "a", "e", "b", "d"]) gateway.userAgents.upsert(key, { template: "support", subject: key });
    const keys: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; ) {
      const page = gateway.userAgents.list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      keys.push(...page.items.map(({ key }) => key));
      pages += 1;
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect([keys.join(""), pages]).toEqual(["abcde", 3]);
    expect(() => gateway.userAgents.list({ cursor: "x" })).toThrow(/cursor is none of this list/);
    expect(() => gateway.userAgents.list({ limit: 1_001 })).toThrow(/limit must be a whole number from 1 to 1000/);
  });
});

describe("over a state file", () => {
  test("agents, runs and keys outlive a start, and neither they nor their subjects can be read there [gateway.agents-sealed]", async () => {
    const state = newState();
    const first = await createGateway(DEFINITION, { origin: ORIGIN, log() {}, ...state });
    const { token } = first.userAgents.upsert("ann", {
      template: "support",
      subject: "canary-subject",
      context: { note: "canary-context" },
    });
    const run = first.runs.create("ann");
    const { key } = first.apiKeys.create({ name: "deploys", scopes: ["read"] });
    const template = first.agents.support?.token;
    await first.close();
    const bytes = readFileSync(state.stateFile, "latin1");
    for (const secret of ["canary", token as string, run.token, key, template as string]) expect(bytes).not.toContain(secret);

    const second = await start(state);
    expect(await list(second, "ann", token)).toBe(200);
    expect(await list(second, "ann", run.token)).toBe(200);
    expect(await list(second, "support", template)).toBe(200);
    expect(second.userAgents.get("ann")?.subject).toBe("canary-subject");
    const me = await second.fetch(new Request(`${ORIGIN}/v1/me`, { headers: { authorization: `Bearer ${key}` } }));
    expect(me.status).toBe(200);
  });

  test("what another process revokes ends at once here too", async () => {
    const state = newState();
    const [serving, other] = [await start(state), await start(state)];
    const { token } = serving.userAgents.upsert("ann", { template: "support", subject: "ann" });
    const template = serving.agents.support?.token;
    expect([await list(serving, "ann", token), await list(serving, "support", template)]).toEqual([200, 200]);
    other.userAgents.revoke("ann");
    other.rotateAgent("support");
    expect([await list(serving, "ann", token), await list(serving, "support", template)]).toEqual([401, 401]);
  });

  test("a template's token is made when it is first read, and shown by no later start", async () => {
    const state = newState();
    const first = await createGateway(DEFINITION, { origin: ORIGIN, log() {}, ...state });
    // Whoever only looks at the names makes none that nobody has seen.
    expect(Object.keys(first.agents)).toEqual(["support", "sales"]);
    await first.close();
    const second = await createGateway(DEFINITION, { origin: ORIGIN, log() {}, ...state });
    const token = second.agents.support?.token;
    expect(token).toMatch(/^tca_/);
    expect(second.agents.support?.token).toBe(token);
    await second.close();
    const third = await start(state);
    expect(third.agents.support?.token).toBeUndefined();
    expect(await list(third, "support", token)).toBe(200);
    const rotated = third.rotateAgent("support").token;
    expect([await list(third, "support", token), await list(third, "support", rotated)]).toEqual([401, 200]);
    expect(third.agents.support?.token).toBe(rotated);
    const ann = third.userAgents.upsert("ann", { template: "support", subject: "ann", context: { plan: "free" }, expiresInS: 600 });
    const next = third.rotateAgent("ann");
    expect([await list(third, "ann", ann.token), await list(third, "ann", next.token)]).toEqual([401, 200]);
    const { token: _shown, updatedAt: _when, ...same } = ann;
    expect(third.userAgents.get("ann")).toMatchObject(same);
    expect(third.runs.create("ann").expiresAt).toBe(ann.expiresAt);
    expect(() => third.rotateAgent("nobody")).toThrow(/there is no agent "nobody"/);
  });

  test("an agent whose template is gone is let in nowhere, and again when it is back", async () => {
    const gateway = await start();
    const { token } = gateway.userAgents.upsert("ann", { template: "sales", subject: "ann" });
    await gateway.update({ ...DEFINITION, agents: { support: { tools: [] } } });
    expect(await list(gateway, "ann", token)).toBe(401);
    await expect(gateway.toolSources("ann")).rejects.toThrow(/is made from "sales", which is no longer in the definition/);
    await gateway.update(DEFINITION);
    expect(await list(gateway, "ann", token)).toBe(200);
  });

  test("a new template can't take a user's key", async () => {
    const gateway = await start();
    gateway.userAgents.upsert("ann", { template: "sales", subject: "ann" });
    const definition = { ...DEFINITION, agents: { ...DEFINITION.agents, ann: { tools: [] } } };
    await expect(gateway.update(definition)).rejects.toThrow('agent "ann" is the key of a user\'s agent already');
    expect(Object.keys(gateway.agents)).toEqual(["support", "sales"]);
  });
});
