// Servers that misbehave, in processes of their own, and what must hold beside them.

import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import type { ToolSourceReport } from "@toolcrib/gateway";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { schema, tool } from "@toolcrib/tools";
import { expect, onTestFinished } from "vitest";
import { textOf } from "./client.ts";
import { listen, type StartedGateway } from "./gateway.ts";

const program = (name: string) => fileURLToPath(new URL(`bad-servers/${name}`, import.meta.url));

export interface BadServers {
  /** Of the server with this fault. */
  url(fault: string): string;
  /** From now on it behaves. */
  mend(fault: string): Promise<void>;
  /** From now on it has its fault again. */
  spoil(fault: string): Promise<void>;
  /** Kills the process, as it is. */
  kill(): Promise<void>;
  /** A new one on the same port, all faults of which are mended. */
  restart(): Promise<void>;
}

/** Servers with a fault each, over HTTP. */
export async function startBadServers(): Promise<BadServers> {
  let child = await startProgram("0", []);
  const { port } = child;
  const url = (fault: string) => `http://127.0.0.1:${port}/${fault}`;
  const kill = () => end(child.process);
  onTestFinished(kill);
  const tell = async (message: object) => {
    const done = new Promise((resolve) => child.process.once("message", resolve));
    child.process.send(message);
    await done;
  };
  const asked: string[] = [];
  return {
    url(fault) {
      asked.push(fault);
      return url(fault);
    },
    mend: (fault) => tell({ mend: fault }),
    spoil: (fault) => tell({ fault }),
    kill,
    async restart() {
      child = await startProgram(String(port), asked);
    },
  };
}

async function startProgram(port: string, healthy: readonly string[]): Promise<{ readonly process: ChildProcess; readonly port: number }> {
  const child = fork(program("http.mjs"), [port, ...healthy], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const first = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("the servers did not start")));
  });
  return { process: child, port: (first as { readonly port: number }).port };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  return ended;
}

/** A server over stdio whose fault stands in a file. */
export function stdioServer(fault: string): {
  readonly command: readonly string[];
  readonly set: (fault: string) => void;
  /** Of those that run now. */
  readonly pids: () => readonly number[];
  /** How often it was started. */
  readonly starts: () => number;
} {
  const file = join(mkdtempSync(join(tmpdir(), "toolcrib-stdio-")), "fault");
  const set = (next: string) => writeFileSync(file, next);
  set(fault);
  const started = () => (existsSync(`${file}.pids`) ? readFileSync(`${file}.pids`, "utf8").trim().split("\n").map(Number) : []);
  return {
    command: [process.execPath, program("stdio.mjs"), file],
    set,
    pids: () => started().filter((pid) => existsSync(`/proc/${pid}`)),
    starts: () => started().length,
  };
}

/** Children of this process that run now, by what they were started with. */
export function childrenOf(parent = process.pid): readonly { readonly pid: number; readonly command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
        if (Number(fields[1]) !== parent || fields[0] === "Z") return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/** A server beside them that behaves. */
export async function serveGood(): Promise<string> {
  const echo = tool({ description: "Says it again", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text });
  return listen(nodeListener(serveTools({ echo }, { auth: "none", log() {} })));
}

/** The healthy source is there and answers, whatever the others do. @returns the names of all listed tools */
export async function expectGood(client: Client, { withinMs = 1_000 } = {}): Promise<readonly string[]> {
  const { tools } = await timed("the list", withinMs, () => client.listTools(undefined, { cacheMode: "refresh" }));
  const result = await timed("a call", 1_000, () => client.callTool({ name: "good__echo", arguments: { text: "hello" } }));
  expect(textOf(result)).toBe("hello");
  return tools.map(({ name }) => name);
}

/** Fails when it takes longer; a busy machine has as long again. */
export async function timed<Value>(what: string, withinMs: number, run: () => Promise<Value>): Promise<Value> {
  const startedMs = performance.now();
  const value = await run();
  expect(performance.now() - startedMs, `${what}, in milliseconds`).toBeLessThan(withinMs * 2);
  return value;
}

/** What the gateway says of each source, by name. */
export async function reportsOf(
  { gateway }: Pick<StartedGateway, "gateway">,
  options?: { readonly refresh: boolean },
): Promise<Readonly<Record<string, ToolSourceReport>>> {
  const reports = await gateway.toolSources("all", options);
  return Object.fromEntries(reports.map((report) => [report.source, report]));
}

/** What it says of each source in one word: its reason where the last list failed. */
export async function statusesOf(started: Pick<StartedGateway, "gateway">): Promise<Readonly<Record<string, string>>> {
  const reports = await reportsOf(started);
  return Object.fromEntries(Object.entries(reports).map(([name, { status, reason }]) => [name, reason ?? status]));
}
