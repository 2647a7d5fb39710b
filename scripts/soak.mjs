// A server that lives long: `pnpm soak [--calls n]`, a million calls of every kind through the built packages, in one
// process. It ends with what has to hold: every call ended as its kind must, and nothing of the calls stayed behind,
// no memory, no listener on a signal that outlives them, no timer. Needs `node --expose-gc` and `pnpm build`.

import { getEventListeners, setMaxListeners } from "node:events";
import { serveTools } from "../packages/server/dist/index.js";
import { testRuntime } from "../packages/testing/dist/index.js";
import { KINDS, TIMEOUT, tools } from "./soak-calls.mjs";

const AT_ONCE = 50;
const TIMEOUTS_A_LEG = 5;
const LEGS = 10;
/** Growth of the heap from the second leg, when everything is warm, to the last, in bytes. */
const GROWTH_MAX_BYTES = 2 * 1_048_576;

const callsAt = process.argv.indexOf("--calls");
const calls = callsAt === -1 ? 1_000_000 : Number(process.argv[callsAt + 1]);
if (!Number.isSafeInteger(calls) || calls < LEGS || globalThis.gc === undefined) {
  console.error("usage: node --expose-gc scripts/soak.mjs [--calls n]");
  process.exit(2);
}

const life = new AbortController();
// As many as run at once listen to it; more would be a leak, and that is counted below.
setMaxListeners(0, life.signal);
const runtime = await testRuntime();
// A used approval is remembered for as long as its state lives, so the clock moves on by more than that with each leg.
const LEG_MS = 660_000;
let nowMs = Date.now();
const handler = serveTools(tools, { auth: "none", log: () => {}, now: () => nowMs });
const verified = serveTools(tools, runtime.options);

/** Kinds in the order they come: each as often in a thousand as its weight says, well mixed. */
const order = Object.entries(KINDS).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind));
const kindOf = (n) => order[(n * 389) % order.length];

const ended = new Map();
const unexpected = new Map();

function count(kind, ends, how) {
  ended.set(kind, (ended.get(kind) ?? 0) + 1);
  if (how !== ends) unexpected.set(`${kind}: ${how}`, (unexpected.get(`${kind}: ${how}`) ?? 0) + 1);
}

async function runOne(kind, { ends, run }, n) {
  const how = await run({ handler, verified, runtime, life: life.signal, n }).catch((error) => `threw ${error}`);
  count(kind, ends, how);
}

async function runLeg(first, last) {
  let next = first;
  const lane = async () => {
    for (let n = next++; n < last; n = next++) await runOne(kindOf(n), KINDS[kindOf(n)], n);
  };
  const beside = Array.from({ length: TIMEOUTS_A_LEG }, (_, index) => runOne("a handler that never ends", TIMEOUT, -1 - index));
  await Promise.all([...beside, ...Array.from({ length: AT_ONCE }, lane)]);
}

async function settled() {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length;
  return { heapBytes: process.memoryUsage().heapUsed, listeners: getEventListeners(life.signal, "abort").length, timers };
}

console.log(`soak: ${calls} calls in ${LEGS} legs, ${AT_ONCE} at a time, of ${Object.keys(KINDS).length + 1} kinds`);
const legs = [];
for (let leg = 0; leg < LEGS; leg += 1) {
  const [first, last] = [Math.floor((calls * leg) / LEGS), Math.floor((calls * (leg + 1)) / LEGS)];
  const startedMs = performance.now();
  await runLeg(first, last);
  const perSecond = Math.round(((last - first) / (performance.now() - startedMs)) * 1_000);
  nowMs += LEG_MS;
  const left = await settled();
  legs.push(left);
  console.log(
    `${String(last).padStart(8)} calls  ${String(perSecond).padStart(6)}/s  heap ${(left.heapBytes / 1_048_576).toFixed(2)} MiB  listeners ${left.listeners}  timers ${left.timers}`,
  );
}
handler.close();
verified.close();

console.log("");
for (const [kind, times] of ended) console.log(`${kind.padEnd(28)} ${String(times).padStart(8)}  ${(KINDS[kind] ?? TIMEOUT).ends}`);
for (const [what, times] of unexpected) console.log(`unexpected: ${what}, ${times} times`);

const growthBytes = legs.at(-1).heapBytes - legs[1].heapBytes;
const total = [...ended.values()].reduce((sum, times) => sum + times, 0);
const checks = [
  [`all ${calls + LEGS * TIMEOUTS_A_LEG} calls ended`, total === calls + LEGS * TIMEOUTS_A_LEG],
  ["each ended as its kind must", unexpected.size === 0],
  ["there were calls of every kind", ended.size === Object.keys(KINDS).length + 1],
  [`the heap grew by less than ${GROWTH_MAX_BYTES} bytes: ${growthBytes}`, growthBytes < GROWTH_MAX_BYTES],
  ["no listener stayed on a signal that outlives its calls", legs.every(({ listeners }) => listeners === 0)],
  ["no timer stayed", legs.every(({ timers }) => timers === 0)],
];
console.log("");
for (const [what, holds] of checks) console.log(`${holds ? "ok    " : "FAILED"} ${what}`);
const passed = checks.filter(([, holds]) => holds).length;
console.log(`soak: ${passed} passed, ${checks.length - passed} failed`);
process.exitCode = passed === checks.length ? 0 : 1;
