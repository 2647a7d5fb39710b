// The official client, signing each of its requests as a runtime would: it knows nothing of tokens, so its `fetch` does.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** How a client finds out which revision to speak, and which it then speaks. */
export const NEGOTIATIONS = {
  "2026-07-28": { mode: { pin: "2026-07-28" } },
  "2025-11-25": { mode: "legacy" },
};

/** @returns a connected client; close it */
export async function connect({ runtime, url }, revision, subject) {
  const client = new Client({ name: "official", version: "1" }, { versionNegotiation: NEGOTIATIONS[revision] });
  const signing = async (input, init) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", await sign(runtime, url, JSON.parse(init.body ?? "{}"), subject));
    return fetch(input, { ...init, headers });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: signing }));
  return client;
}

async function sign(runtime, url, { method = "ping", params }, subject) {
  if (method === "tools/call") {
    const request = await runtime.request(url, params.name, params.arguments, { subject });
    return request.headers.get("authorization");
  }
  const iat = Math.floor(Date.now() / 1_000);
  const { runtime: iss, tenant } = runtime.options;
  const who = { iss, aud: url, sub: subject, tenant, act: { sub: "agent:official" }, agent: "official" };
  return `Bearer ${await runtime.token({ ...who, mth: method, jti: crypto.randomUUID(), iat, exp: iat + 60 })}`;
}
