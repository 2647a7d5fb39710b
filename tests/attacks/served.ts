// A server that trusts one runtime, and all that an attack on it can leave behind: runs, reasons, lines of the log.

import { createServer, type IncomingMessage, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthCode, Identity } from "@toolcrib/core";
import { type RuntimeOptions, serveTools, type ToolHandler } from "@toolcrib/server";
import { testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { afterEach, expect } from "vitest";
import { claimsOf, type ForgeKey, forge, headerOf, NOW_S } from "./forge.ts";

export const SHOP = "https://shop.example.com/mcp";

interface Run {
  readonly args: unknown;
  readonly identity: Identity;
  readonly idempotencyKey: string;
}

/** What a served attack can be judged by. */
export interface Served {
  readonly handler: ToolHandler;
  readonly runs: readonly Run[];
  readonly reasons: readonly AuthCode[];
  readonly lines: readonly string[];
}

/** Two tools, `watched` and `other`, that record who ran them, with what. */
export function serveWatched(options: RuntimeOptions, effects: "none" | "external" = "none"): Served {
  const runs: Run[] = [];
  const reasons: AuthCode[] = [];
  const lines: string[] = [];
  const watched = tool({
    description: "Records its runs",
    input: { type: "object" },
    effects,
    execute: (args, { identity, idempotencyKey }) => void runs.push({ args, identity, idempotencyKey }),
  });
  const heard = {
    onReject: ({ code }: { readonly code: AuthCode }) => void reasons.push(code),
    log: (line: string) => void lines.push(line),
  };
  return { handler: serveTools({ watched, other: watched }, { ...options, ...heard }), runs, reasons, lines };
}

/** The runtime in memory and a server that trusts it. `clock.nowMs` moves both. */
export async function runtimeAndServer(options: Partial<RuntimeOptions> = {}) {
  const clock = { nowMs: NOW_S * 1_000 };
  const runtime = await testRuntime({ now: () => clock.nowMs });
  return { ...serveWatched({ ...runtime.options, ...options }), clock, runtime };
}

/** The same request with other headers; undefined takes one away. */
export function withHeaders(request: Request, changes: Readonly<Record<string, string | undefined>>): Request {
  const copy = new Request(request.clone());
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) copy.headers.delete(name);
    else copy.headers.set(name, value);
  }
  return copy;
}

/** A call of `watched` with no arguments and a token of the test's own making. */
export async function forgedCall(key: ForgeKey, changes: Readonly<Record<string, unknown>>): Promise<Request> {
  const runtime = await testRuntime();
  const token = forge(key, headerOf(key), claimsOf({ aud: SHOP, ...changes }));
  return withHeaders(await runtime.request(SHOP, "watched"), { authorization: `Bearer ${token}` });
}

/** Refused as every caller is, with the cause told to `onReject` alone, and nothing has run. */
export async function expectRefused(answer: Response | Promise<Response>, { runs, reasons }: Served, code: AuthCode): Promise<void> {
  const response = await answer;
  const message = code === "token_missing" ? "a token is needed" : "the token is not valid for this request";
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 401,
    body: { jsonrpc: "2.0", error: { code: -31401, message } },
  });
  expect(reasons).toEqual([code]);
  expect(runs).toEqual([]);
}

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A real server on this machine, until the test ends; its origin. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a request to a real server, whatever host it was made for, with headers and a target that `fetch` would not let through. */
export async function sendTo(
  origin: string,
  request: Request,
  headers: Readonly<Record<string, string | readonly string[]>>,
  path = new URL(request.url).pathname,
): Promise<Response> {
  const body = await request.clone().text();
  const all = { ...Object.fromEntries(request.headers), "content-length": String(Buffer.byteLength(body)), ...headers };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(origin, { method: "POST", path, headers: all as Record<string, string> }, resolve);
    sent.on("error", reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return new Response(Buffer.concat(chunks).toString(), { status: message.statusCode ?? 0 });
}
