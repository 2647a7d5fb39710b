import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createConnection } from "node:net";
import { nodeListener } from "@toolcrib/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGateway, type Gateway, type GatewayOptions } from "../src/index.ts";

const DEFINITION = { tenant: "acme", sources: {}, agents: { support: { tools: [] } } };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A gateway on a free port, and a way to ask it. */
async function start(options: Partial<GatewayOptions> = {}) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const gateway = await createGateway(DEFINITION, { origin, log() {}, ...options });
  server.on("request", nodeListener(gateway.fetch));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });
  const key = (scopes: readonly ("read" | "approve" | "write")[]) => gateway.apiKeys.create({ name: scopes.join(), scopes }).key;
  const all = key(["read", "approve", "write"]);
  const ask = async (path: string, { key: with_ = all, body, ...init }: RequestInit & { readonly key?: string } = {}) => {
    const headers = new Headers(init.headers);
    if (with_ !== "") headers.set("authorization", `Bearer ${with_}`);
    if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    const response = await fetch(origin + path, { ...init, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
  };
  return { gateway, origin, port, key, all, ask };
}

describe("the API answers", () => {
  test("with the gateway, and what a key may do [gateway.api]", async () => {
    const { ask, origin, key } = await start();
    const { status, json, headers } = await ask("/v1/me", { key: key(["approve"]) });
    expect(status).toBe(200);
    expect(json).toEqual({
      tenant: "acme",
      origin,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      key: { id: expect.stringMatching(/^key_/), name: "approve" },
      scopes: ["approve"],
    });
    expect(headers.get("x-request-id")).toMatch(UUID);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("every refusal with problem details and a request id [gateway.problem-details]", async () => {
    const { ask, key } = await start();
    const put = (body: string, headers = {}) => ask("/v1/agents/ann", { method: "PUT", body, headers });
    const cases = [
      [401, "key-needed", await ask("/v1/me", { key: "" })],
      [401, "key-needed", await ask("/v1/me", { key: "tco_wrong" })],
      [401, "key-needed", await ask("/v1/me", { key: "", headers: { authorization: "Basic dGNv" } })],
      [403, "forbidden", await ask("/v1/agents/ann", { method: "DELETE", key: key(["read", "approve"]) })],
      [403, "forbidden", await ask("/v1/agents", { key: key(["write"]) })],
      [403, "forbidden", await ask("/v1/me", { headers: { origin: "https://page.example.com" } })],
      [404, "not-found", await ask("/v1/nothing")],
      [404, "not-found", await ask("/")],
      [404, "not-found", await ask("/v1/me/")],
      [404, "not-found", await ask("/v1//me")],
      [404, "not-found", await ask("/v1/agents/%ff")],
      [404, "not-found", await ask("/v1/agents/nobody")],
      [405, "wrong-method", await ask("/v1/agents/ann", { method: "POST", body: "{}" })],
      [405, "wrong-method", await ask("/v1/me", { method: "OPTIONS" })],
      [413, "too-large", await put(JSON.stringify({ template: "x".repeat(1_048_576), subject: "ann" }))],
      [415, "unsupported-media-type", await put("template: support", { "content-type": "application/yaml" })],
      [415, "unsupported-media-type", await put("{}", { "content-encoding": "gzip" })],
      [400, "invalid", await put("{")],
      [400, "invalid", await put('{"template":"support","template":"other","subject":"ann"}')],
      [400, "invalid", await put("[".repeat(100) + "]".repeat(100))],
      [400, "invalid", await put("{}")],
      [400, "invalid", await ask("/v1/agents?limit=0")],
      [400, "invalid", await ask("/v1/agents?cursor=x")],
      [400, "invalid", await ask("/v1/agents?offset=1")],
    ] as const;
    for (const [status, kind, { status: got, headers, json }] of cases) {
      expect([got, json.type], JSON.stringify(json)).toEqual([status, `urn:toolcrib:problem:${kind}`]);
      expect(json).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(headers.get("x-request-id")).toBe(json.instance);
    }
  });

  test("a wrong method with those that are served, a missing key with a challenge", async () => {
    const { ask } = await start();
    expect((await ask("/v1/agents/ann", { method: "PATCH", body: "{}" })).headers.get("allow")).toBe("PUT, GET, DELETE");
    expect((await ask("/v1/me", { key: "" })).headers.get("www-authenticate")).toBe('Bearer realm="toolcrib"');
  });

  test("a body that is not valid with every problem and its path", async () => {
    const { ask } = await start();
    const body = JSON.stringify({ template: 1, subjekt: "ann", expiresInS: 0, context: [] });
    const { json } = await ask("/v1/agents/ann", { method: "PUT", body });
    expect(json.problems).toEqual([
      "subject: is required",
      "template: expected string",
      "context: expected object",
      "expiresInS: expected at least 1",
      "subjekt: is not allowed here",
    ]);
  });

  test("nobody who addresses a loopback gateway by another name [gateway.host]", async () => {
    const { port, all } = await start();
    const answered = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = createConnection(port, "127.0.0.1");
        socket.end(`GET ${path} HTTP/1.1\r\nhost: evil.example.com\r\nauthorization: Bearer ${all}\r\nconnection: close\r\n\r\n`);
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk;
        });
        socket.on("close", () => resolve(text.split("\r\n", 1)[0] ?? ""));
      });
    expect(await answered("/v1/me")).toBe("HTTP/1.1 403 Forbidden");
    expect(await answered("/v1/openapi.json")).toBe("HTTP/1.1 403 Forbidden");
    // Whoever looks whether it lives addresses it as he can.
    expect(await answered("/healthz")).toBe("HTTP/1.1 200 OK");
  });
});

describe("keys", () => {
  test("there is none until one is made, and it is shown once", async () => {
    const gateway = await createGateway(DEFINITION, { origin: "https://gateway.example.com", log() {} });
    onTestFinished(() => gateway.close());
    expect(gateway.apiKeys.list()).toEqual([]);
    const made = gateway.apiKeys.create({ name: "deploys", scopes: ["read"] });
    expect(made.key).toMatch(/^tco_[A-Za-z0-9_-]{43}$/);
    expect(gateway.apiKeys.list()).toEqual([{ id: made.id, name: "deploys", scopes: ["read"], createdAt: made.createdAt }]);
    expect(() => gateway.apiKeys.create({ name: "", scopes: ["admin" as never] })).toThrow(/name: expected at least 1.*scopes\.0/s);
  });

  test("are made, listed and revoked by those that may write, and give no more than they have", async () => {
    const { ask, key } = await start();
    const writer = key(["read", "write"]);
    const make = (scopes: readonly string[]) =>
      ask("/v1/keys", { method: "POST", key: writer, body: JSON.stringify({ name: "ci", scopes }) });
    const made = await make(["read"]);
    expect(made.status).toBe(201);
    expect((await ask("/v1/me", { key: made.json.key })).status).toBe(200);
    expect((await make(["read", "approve"])).json.detail).toBe("a key gives only what it has: not approve");
    const listed = await ask("/v1/keys");
    expect(listed.json.items.map(({ name }: { readonly name: string }) => name)).toContain("ci");
    expect(listed.text).not.toContain("tco_");
    expect((await ask(`/v1/keys/${made.json.id}`, { method: "DELETE", key: writer })).status).toBe(204);
    expect((await ask("/v1/me", { key: made.json.key })).status).toBe(401);
    expect((await ask(`/v1/keys/${made.json.id}`, { method: "DELETE", key: writer })).status).toBe(404);
  });

  test("that are tried in vain too often are answered 429; known ones go on working [gateway.key-tries]", async () => {
    let nowMs = 1_000_000;
    const { ask, all } = await start({ now: () => nowMs });
    const statuses: number[] = [];
    for (let tries = 0; tries < 60; tries += 1) statuses.push((await ask("/v1/me", { key: `tco_${tries}` })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.slice(50)).toEqual(Array(10).fill(429));
    const refused = await ask("/v1/me", { key: "tco_more" });
    expect(refused.headers.get("retry-after")).toBe("2");
    expect((await ask("/v1/me", { key: all })).status).toBe(200);
    // No key is no try.
    expect((await ask("/v1/me", { key: "" })).status).toBe(401);
    nowMs += 2_000;
    expect((await ask("/v1/me", { key: "tco_later" })).status).toBe(401);
  });
});

describe("a process that is looked at", () => {
  test("lives, is ready once its sources were listed, and not once it leaves [gateway.ready]", async () => {
    const { ask, gateway } = await start();
    await gateway.ready();
    expect((await ask("/healthz", { key: "" })).json).toEqual({ status: "ok" });
    expect((await ask("/readyz", { key: "" })).json).toEqual({ status: "ready" });
    gateway.drain();
    expect((await ask("/healthz", { key: "" })).status).toBe(200);
    expect((await ask("/readyz", { key: "" })).json.type).toBe("urn:toolcrib:problem:not-ready");
  });

  test("is not ready while its sources are listed for the first time", async () => {
    const hanging = createServer(() => {});
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    const sources = { slow: { mcp: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/mcp` } };
    const gateway: Gateway = await createGateway(
      { ...DEFINITION, sources },
      { origin: "https://gateway.example.com", allowLocal: true, log() {} },
    );
    onTestFinished(async () => {
      hanging.closeAllConnections();
      hanging.close();
      await gateway.close();
    });
    const ready = async () => (await gateway.fetch(new Request("https://gateway.example.com/readyz"))).status;
    expect(await ready()).toBe(503);
    await gateway.ready();
    expect(await ready()).toBe(200);
  }, 15_000);
});

test("signing keys are listed and rotated", async () => {
  const { ask } = await start();
  const before = (await ask("/v1/signing-keys")).json.items;
  expect(before).toEqual([{ kid: expect.any(String), publishedAt: expect.any(String), signsFrom: expect.any(String), isCurrent: true }]);
  const rotated = await ask("/v1/signing-keys/rotate", { method: "POST" });
  expect(rotated.json.items.map(({ isCurrent }: { readonly isCurrent: boolean }) => isCurrent)).toEqual([true, false]);
  const alone = await ask("/v1/signing-keys/rotate", { method: "POST", body: '{"isCompromised":true}' });
  expect(alone.json.items).toHaveLength(1);
  expect(alone.json.items[0].kid).not.toBe(before[0].kid);
  expect(alone.text).not.toContain('"d"');
});
