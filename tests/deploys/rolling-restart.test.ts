// Two instances behind a proxy, replaced in turn while they are called. The proxy does what a common one does: keeps
// connections to its upstreams, takes the next upstream only where the first refused the connection (nothing was sent
// then), and learns of a leaving instance a while after the instance does.

import { type ChildProcess, spawn } from "node:child_process";
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CALLS = 10_000;
const CONCURRENCY = 40;
const PROXY_LEARNS_MS = 200;

interface Instance {
  readonly child: ChildProcess;
  readonly port: number;
  readonly exited: Promise<number | null>;
}

async function start(): Promise<Instance> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./instance.mjs", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return { child, port: Number(value), exited };
}

function createProxy(upstreams: Set<number>) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (request: IncomingMessage, response: ServerResponse, body: Buffer, ports: readonly number[]): void => {
    const [port, ...others] = ports;
    if (port === undefined) return void response.writeHead(502).end();
    const headers = { ...request.headers, host: `127.0.0.1:${port}` };
    httpRequest({ port, host: "127.0.0.1", method: request.method, path: request.url, headers, agent }, (answer) => {
      const { connection: _hop, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    })
      .on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") forward(request, response, body, others);
        else response.writeHead(502).end(error.message);
      })
      .end(body);
  };
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const ports = [...upstreams];
    turn += 1;
    forward(request, response, Buffer.concat(chunks), [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });
}

async function call(port: number, agent: Agent, number: number): Promise<{ readonly number: number; readonly pid: number }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: number, method: "tools/call", params: { name: "work", arguments: { number } } });
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: "127.0.0.1", method: "POST", headers: { "content-type": "application/json" }, agent }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text).result.structuredContent);
      else reject(new Error(`call ${number}: ${response.statusCode} ${text}`));
    })
      .on("error", reject)
      .end(body);
  });
}

test(`two instances restarted in turn behind a proxy lose none of ${CALLS} calls [serve.rolling-restart]`, async () => {
  const instances = [await start(), await start()];
  const upstreams = new Set(instances.map(({ port }) => port));
  const proxy = createProxy(upstreams);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const servedBy = new Map<number, number>();
  const lost: string[] = [];
  let next = 0;
  let restarts = Promise.resolve();
  let sentWhenLastOneLeft = CALLS;

  const replace = async (index: number) => {
    const leaving = instances[index] as Instance;
    const fresh = await start();
    instances[index] = fresh;
    upstreams.add(fresh.port);
    leaving.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, PROXY_LEARNS_MS));
    upstreams.delete(leaving.port);
    expect(await leaving.exited).toBe(0);
    sentWhenLastOneLeft = next;
  };
  const worker = async () => {
    while (next < CALLS) {
      const number = next++;
      if (number === 1_000) restarts = restarts.then(() => replace(0)).then(() => replace(1));
      try {
        const answer = await call(port, agent, number);
        expect(answer.number).toBe(number);
        servedBy.set(answer.pid, (servedBy.get(answer.pid) ?? 0) + 1);
      } catch (error) {
        lost.push(String(error));
      }
    }
  };

  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    await restarts;
    expect(lost).toEqual([]);
    expect(sentWhenLastOneLeft).toBeLessThan(CALLS);
    // Two that left and two that came, all of which were called.
    expect(servedBy.size).toBe(4);
    expect([...servedBy.values()].reduce((sum, count) => sum + count)).toBe(CALLS);
  } finally {
    for (const { child } of instances) child.kill("SIGKILL");
    agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  }
}, 120_000);
