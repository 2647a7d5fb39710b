// A runtime on this machine: it publishes its keys over http, as a real one does over https, and calls tools as one does.

import { createServer } from "node:http";
import { testRuntime } from "@toolcrib/testing";

const CALL_TIMEOUT_MS = 20_000;

/** @param tenant whom it signs for */
export async function startLocalRuntime(tenant) {
  const signer = await testRuntime({ tenant });
  const keys = await (await signer.options.fetch()).text();
  const server = createServer((request, response) => {
    if (request.url !== "/.well-known/jwks.json") return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": "application/json" }).end(keys);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;

  /** What the signer signed, under the URL that the servers here trust. */
  async function underOwnName(request) {
    const [, payload] = request.headers.get("authorization")?.split(".") ?? [];
    if (payload === undefined) return request;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    request.headers.set("authorization", `Bearer ${await signer.token({ ...claims, iss: url })}`);
    return request;
  }

  return {
    url,
    /** Calls greet at a URL; `options` are those of `testRuntime().callTool`. */
    async call(send, target, options = {}) {
      let seen;
      const watched = async (request) => {
        seen = await readResponse(await send(await underOwnName(request)));
        return new Response(seen.text, seen);
      };
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const outcome = await signer.callTool(watched, target, "greet", {}, { ...options, signal });
      return { ...outcome, headers: seen.headers, firstChunk: seen.firstChunk };
    },
    /** A GET, signed or not. */
    async get(send, target, { isSigned }) {
      const { headers } = await underOwnName(await signer.request(target, "greet"));
      const signature = isSigned ? { authorization: headers.get("authorization") } : {};
      return send(new Request(target, { headers: signature, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }));
    },
    close: () => server.close(),
  };
}

async function readResponse({ status, headers, body }) {
  const chunks = [];
  const decoder = new TextDecoder();
  for await (const chunk of body) chunks.push(decoder.decode(chunk, { stream: true }));
  return { status, headers, text: chunks.join(""), firstChunk: chunks[0] ?? "" };
}
