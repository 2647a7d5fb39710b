import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newCredential, toCredentialHash } from "../src/identity/token-hash.ts";
import { createGateway } from "../src/index.ts";
import { createAgentTable } from "../src/state/agent-table.ts";
import { createSeal } from "../src/state/seal.ts";
import { openDatabase } from "../src/state/sqlite.ts";

const ORIGIN = "https://gateway.example.com";
const COUNT = 100_000;

const SEALING_KEY = "k".repeat(32);

const heapMiB = () => Math.round(process.memoryUsage().heapUsed / 1_048_576);
const rssMiB = () => Math.round(process.memoryUsage().rss / 1_048_576);

test("100,000 agents of one template cost rows, not sources: they are made, found, listed and ended [gateway.many-agents]", async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), "toolcrib-many-")), "state.db");
  const endpoint = {
    name: "forecast",
    description: "The weather",
    url: "https://api.example.com/{city}",
    parameters: [{ name: "city", in: "path" }],
  };
  const definition = { tenant: "acme", sources: { weather: { endpoint } }, agents: { support: { tools: ["*"] } } };
  const gateway = await createGateway(definition, { origin: ORIGIN, log() {}, stateFile, sealingKey: SEALING_KEY });
  onTestFinished(() => gateway.close());
  await gateway.ready();
  const list = async (key: string, token: string) => {
    const request = new Request(`${ORIGIN}/agents/${key}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    const response = await gateway.fetch(request);
    return [response.status, (await response.text()).includes("weather__forecast")];
  };
  const [heapBefore, rssBefore] = [heapMiB(), rssMiB()];

  let startedMs = performance.now();
  const tokens = insertAgents(stateFile);
  const madeMs = performance.now() - startedMs;

  startedMs = performance.now();
  for (const [key, token] of tokens) expect(await list(key, token)).toEqual([200, true]);
  const listedMs = performance.now() - startedMs;

  startedMs = performance.now();
  let [pages, seen] = [0, 0];
  for (let cursor: string | undefined; ; ) {
    const page = gateway.userAgents.list({ limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
    [pages, seen] = [pages + 1, seen + page.items.length];
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  const pagedMs = performance.now() - startedMs;
  expect([pages, seen]).toEqual([100, COUNT]);

  const token = tokens.get("user-50000") as string;
  expect(await list("user-50008", token)).toEqual([401, false]);
  gateway.userAgents.revoke("user-50000");
  expect(await list("user-50000", token)).toEqual([401, false]);

  console.log(
    [
      `100,000 agents: written in ${(madeMs / 1_000).toFixed(1)} s`,
      `tools/list of ${tokens.size} of them ${((listedMs / tokens.size) * 1_000).toFixed(0)} µs each`,
      `all paged in ${pagedMs.toFixed(0)} ms`,
      `heap ${heapBefore} → ${heapMiB()} MiB, rss ${rssBefore} → ${rssMiB()} MiB`,
      `file ${Math.round(statSync(stateFile).size / 1_048_576)} MiB`,
    ].join("; "),
  );
}, 120_000);

/** In one transaction, as somebody who moves in would. @returns tokens of every eighth, by key */
function insertAgents(stateFile: string): ReadonlyMap<string, string> {
  const database = openDatabase(stateFile);
  const agents = createAgentTable(database, createSeal(SEALING_KEY));
  const tokens = new Map<string, string>();
  database.exec("BEGIN IMMEDIATE");
  for (let index = 0; index < COUNT; index += 1) {
    const [key, token] = [`user-${index}`, newCredential("tca")];
    agents.write({
      key,
      template: "support",
      subject: `${key}@example.com`,
      context: { plan: "free", seat: index },
      tokenHash: toCredentialHash(token),
      createdAtMs: index,
      updatedAtMs: index,
      expiresAtMs: undefined,
    });
    if (index % 8 === 0) tokens.set(key, token);
  }
  database.exec("COMMIT");
  database.close();
  return tokens;
}
