// `tools/list` of a gateway over twenty servers of which five never answer: the first time, and once it is warm.

import { round } from "../budget.mjs";
import { median } from "../worker.mjs";
import { forkAndWait } from "./children.mjs";

const SERVERS = 20;
const HANGING = 5;
const WARM_LISTS = 20;

export async function measureList() {
  const upstreams = await Promise.all(
    Array.from({ length: SERVERS }, (_, index) => forkAndWait("./upstream.mjs", [index < HANGING ? "hanging" : "plain"])),
  );
  const sources = Object.fromEntries(upstreams.map(({ url }, index) => [`s${index}`, { mcp: url }]));
  const startedMs = performance.now();
  const gateway = await forkAndWait("./gateway.mjs", ["0", JSON.stringify(sources)]);
  try {
    const upMs = performance.now();
    const count = await list(gateway);
    const coldMs = performance.now() - upMs;
    if (count !== SERVERS - HANGING) throw new Error(`${count} tools were listed, not ${SERVERS - HANGING}`);
    const warm = [];
    for (let index = 0; index < WARM_LISTS; index += 1) {
      const beforeMs = performance.now();
      await list(gateway);
      warm.push(performance.now() - beforeMs);
    }
    return { startMs: round(upMs - startedMs), coldMs: round(coldMs), warmMs: round(median(warm)) };
  } finally {
    await Promise.all([gateway.stop(), ...upstreams.map(({ stop }) => stop())]);
  }
}

async function list({ url, headers }) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  return (await answer.json()).result.tools.length;
}
