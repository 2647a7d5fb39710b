// The official SDK at the other end: its client before our server, its server behind our front.

import assert from "node:assert/strict";
import { createClient } from "../client.mjs";
import { connect, NEGOTIATIONS } from "../official-client.mjs";
import { FAULTS } from "./identity.mjs";

const REVISIONS = Object.keys(NEGOTIATIONS);

export const official = {
  name: "official",
  says: `the official client lists and calls, in ${REVISIONS.join(" and in ")}`,
  async run({ client }) {
    const names = (await client.list()).map(({ name }) => name);
    for (const revision of REVISIONS) {
      const peer = await connect(client, revision, "bob");
      assert.equal(peer.getNegotiatedProtocolVersion(), revision);
      assert.deepEqual(
        (await peer.listTools()).tools.map(({ name }) => name),
        names,
      );
      const { structuredContent } = await peer.callTool({ name: "who", arguments: { key: "official" } });
      assert.deepEqual(structuredContent, { subject: "bob" });
      await peer.close();
    }
  },
};

const behind = (name, path, says) => ({
  name,
  says: `${says}: its handlers read the proven subject, each call its own, and a bad token is 401`,
  isFor: (runtime) => runtime.name === "workerd",
  run: async ({ client, urls }) => judge(createClient(client.runtime, new URL(path, urls.agents).href)),
});

export const agents = behind("agents", "/mcp", "a server of the SDK in Cloudflare's createMcpHandler, behind runtimeAuth");
export const agentsContext = behind("agents context", "/context", "the same, its identity handed on as authContext");
export const fromMcp = behind("fromMcp", "/tools", "a server of the SDK served with fromMcpServer");

const CALLS = 40;

async function judge(client) {
  const before = await client.result("starts", {});
  for (const fault of FAULTS) assert.equal((await client.call("who", { waitMs: 0 }, { fault })).status, 401, fault);
  assert.equal(await client.result("starts", {}), before, "no handler ran");

  const people = Array.from({ length: CALLS }, (_, index) => `person-${index}`);
  const waits = people.map((_, index) => (index * 7) % 20);
  const answers = await Promise.all(people.map((subject, index) => client.result("who", { waitMs: waits[index] }, { subject })));
  assert.deepEqual(answers, people);

  for (const revision of REVISIONS) {
    const peer = await connect(client, revision, "bob");
    const { content } = await peer.callTool({ name: "who", arguments: { waitMs: 0 } });
    assert.equal(content[0].text, "bob", revision);
    await peer.close();
  }
}
