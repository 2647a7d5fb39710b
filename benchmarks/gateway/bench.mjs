// What a gateway adds to a call: the same echo called directly and through each gateway, all of them turn by turn in every
// round, by one client and by sixteen. CPU is that of the gateway and all it started.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printBudgets, round, within } from "../budget.mjs";
import { median } from "../worker.mjs";
import { forkAndWait, freePort, spawnAndTry } from "./children.mjs";
import { measureList } from "./list.mjs";
import { load } from "./load.mjs";
import { createSseLoad } from "./load-sse.mjs";
import { measureTree } from "./process-tree.mjs";

const ROUNDS = 5;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 3_000;

export async function run() {
  const upstream = await forkAndWait("./upstream.mjs", ["plain"]);
  const figures = { node: process.version };
  const subjects = [];
  try {
    for (const [name, start] of Object.entries(SUBJECTS)) {
      const subject = await start(upstream);
      subjects.push({ ...subject, name, idleMib: await settledMib(subject.pid) });
    }
    console.log(
      `${"".padEnd(22)} ${"clients".padStart(7)} ${"direct ms".padStart(9)} ${"p50 ms".padStart(8)} ${"p99 ms".padStart(8)} ${"calls/s".padStart(8)} ${"CPU ms".padStart(7)} ${"idle MiB".padStart(8)}`,
    );
    for (const clients of [1, 16]) Object.assign(figures, await measureAll(subjects, clients));
  } finally {
    await Promise.all([upstream, ...subjects].map(({ stop }) => stop()));
  }
  figures.list = await measureList();
  console.log(`\ntools/list over 20 sources of which 5 hang: cold ${figures.list.coldMs} ms, warm ${figures.list.warmMs} ms`);
  const budgets = toBudgets(figures);
  printBudgets(budgets);
  return { figures, budgets };
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const SUBJECTS = {
  async toolcrib(upstream) {
    const gateway = await forkAndWait("./gateway.mjs", ["0", JSON.stringify({ up: { mcp: upstream.url } })]);
    return { ...gateway, direct: upstream.url, tool: "up__echo" };
  },
  async "toolcrib, signed"() {
    const port = await freePort();
    const signed = await forkAndWait("./upstream-signed.mjs", [`http://127.0.0.1:${port}`]);
    const gateway = await forkAndWait("./gateway.mjs", [
      String(port),
      JSON.stringify({ up: { mcp: signed.url, auth: { type: "runtime" } } }),
    ]);
    const plain = await forkAndWait("./upstream.mjs", ["plain"]);
    const stop = () => Promise.all([gateway.stop(), signed.stop(), plain.stop()]);
    return { ...gateway, direct: plain.url, tool: "up__echo", stop };
  },
  async "mcp-proxy"(upstream) {
    const port = await freePort();
    const program = here("../node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs");
    const args = [program, "--port", String(port), "--host", "127.0.0.1", "--", process.execPath, here("./upstream-stdio.mjs")];
    const proxy = await spawnAndTry(process.execPath, args, `http://127.0.0.1:${port}/mcp`);
    return { ...proxy, direct: upstream.url, tool: "echo" };
  },
  async "mcp-hub"(upstream) {
    const port = await freePort();
    const config = join(mkdtempSync(join(tmpdir(), "toolcrib-bench-")), "mcp.json");
    writeFileSync(config, JSON.stringify({ mcpServers: { up1: { url: upstream.url } } }));
    const args = [here("../node_modules/mcp-hub/dist/cli.js"), "--port", String(port), "--config", config];
    const hub = await spawnAndTry(process.execPath, args, `http://127.0.0.1:${port}/api/health`);
    return { ...hub, url: `http://127.0.0.1:${port}/mcp`, direct: upstream.url, tool: "up1__echo", createLoad: createSseLoad };
  },
};

/** Every round visits every subject, so that what disturbs the machine for a while disturbs them alike. */
async function measureAll(subjects, clients) {
  const options = { clients, warmUpMs: WARM_UP_MS, measuredMs: MEASURED_MS };
  const loads = [];
  for (const subject of subjects) {
    const { direct, url, headers, tool, createLoad = load } = subject;
    loads.push({
      ...subject,
      rounds: [],
      direct: await load({ url: direct, tool: "echo", ...options }),
      through: await createLoad({ url, headers, tool, ...options }),
    });
  }
  for (const { direct, through } of loads) {
    await direct.warmUp();
    await through.warmUp();
  }
  for (let round = 0; round < ROUNDS; round += 1) for (const one of loads) one.rounds.push(await measureRound(one));
  await Promise.all(loads.flatMap(({ direct, through }) => [direct.close(), through.close()]));
  return Object.fromEntries(loads.map((one) => [`${one.name}, ${clients}`, print(one, clients)]));
}

async function measureRound({ direct, through, pid }) {
  const directly = await direct.measure();
  const before = measureTree(pid);
  const result = await through.measure();
  return {
    directMs: at(directly.latencies, 0.5),
    p50Ms: at(result.latencies, 0.5),
    p99Ms: at(result.latencies, 0.99),
    perS: result.perS,
    cpuMs: (measureTree(pid).cpuMs - before.cpuMs) / result.latencies.length,
  };
}

function print({ name, rounds, idleMib }, clients) {
  const of = (figure) => round(median(rounds.map((one) => one[figure])));
  const figures = {
    directMs: of("directMs"),
    p50Ms: of("p50Ms"),
    p99Ms: of("p99Ms"),
    perS: Math.round(of("perS")),
    cpuMs: of("cpuMs"),
    idleMib: Math.round(idleMib),
  };
  console.log(
    `${name.padEnd(22)} ${String(clients).padStart(7)} ${figures.directMs.toFixed(2).padStart(9)} ${figures.p50Ms.toFixed(2).padStart(8)} ${figures.p99Ms.toFixed(2).padStart(8)} ${String(figures.perS).padStart(8)} ${figures.cpuMs.toFixed(3).padStart(7)} ${String(figures.idleMib).padStart(8)}`,
  );
  return figures;
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function settledMib(pid) {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return measureTree(pid).mib;
}

function toBudgets(figures) {
  const added = (name) => figures[name].p50Ms - figures[name].directMs;
  const best = Math.max(figures["mcp-proxy, 16"].perS, figures["mcp-hub, 16"].perS);
  return {
    "unsigned, added ms at the median": within(added("toolcrib, 1"), 1),
    "signed, added ms at the median": within(added("toolcrib, signed, 1"), 1.8),
    "unsigned, CPU ms a call, 16 clients": within(figures["toolcrib, 16"].cpuMs, 0.6),
    "signed, CPU ms a call, 16 clients": within(figures["toolcrib, signed, 16"].cpuMs, 0.9),
    "best peer's calls/s of ours": within(best / figures["toolcrib, 16"].perS, 1 / 2.5),
    "idle MiB": within(figures["toolcrib, 1"].idleMib, 90),
    "list, 5 of 20 hang, cold ms": within(figures.list.coldMs, 5_000),
    "list, 5 of 20 hang, warm ms": within(figures.list.warmMs, 50),
  };
}
