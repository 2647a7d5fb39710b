// One subject under load over real sockets: ten connections, each with one request at a time.

import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import { ECHOED, requestOf } from "../serve/request.mjs";

const CONNECTIONS = 10;
const WARM_UP_S = 3;
const MEASURED_S = 5;

export async function measure(subject) {
  const child = fork(new URL("./server.mjs", import.meta.url), [subject], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const next = async () => (await once(child, "message"))[0];
  try {
    const { port, revision, credentials } = await next();
    const request = requestOf(revision, credentials)();
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = Object.fromEntries(request.headers);
    const load = { url: `http://127.0.0.1:${port}/mcp`, method: "POST", headers, body: await request.text() };
    await check(subject, load);

    const rest = stayAwake();
    await autocannon({ ...load, connections: CONNECTIONS, duration: WARM_UP_S });
    const cpu = async () => {
      child.send("cpu");
      return (await next()).cpuUs;
    };
    const before = await cpu();
    const result = await autocannon({ ...load, connections: CONNECTIONS, duration: MEASURED_S });
    const cpuUs = (await cpu()) - before;
    rest();
    if (result.errors + result.non2xx > 0) throw new Error(`${subject}: ${result.errors} errors, ${result.non2xx} refusals`);
    const count = result.requests.total;
    return { cpuUs: cpuUs / count, requestsPerS: count / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
  } finally {
    child.disconnect();
    await once(child, "exit");
  }
}

async function check(subject, { url, method, headers, body }) {
  const text = await (await fetch(url, { method, headers, body })).text();
  if (!text.includes(ECHOED) || text.includes("isError")) throw new Error(`${subject} does not echo: ${text}`);
}

/**
 * Keeps the client's loop turning. A client that waits for a slower server sleeps, and waking it from its sleep is counted
 * to whoever writes to it: the server, whose CPU time would then depend on how busy somebody else is.
 */
function stayAwake() {
  let isAwake = true;
  const turn = () => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return () => {
    isAwake = false;
  };
}
