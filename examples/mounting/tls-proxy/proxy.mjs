// Stands in for the proxy in front of a server: it ends TLS and hands on what is below its base path.

import { request as httpRequest } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { createCertificate } from "./certificate.mjs";

const HOST = "tools.test";
const BASE_PATH = "/tools";

/**
 * Starts the proxy on a free port.
 * @param target the port of the server behind it
 * @param cutsBasePath hands `/tools/mcp` on as `/mcp`
 */
export async function startProxy({ target, cutsBasePath }) {
  const { key, cert } = createCertificate(HOST);
  const server = createServer({ key, cert }, (request, response) => {
    if (!request.url.startsWith(`${BASE_PATH}/`)) return response.writeHead(404).end();
    const path = cutsBasePath ? request.url.slice(BASE_PATH.length) : request.url;
    // Overwritten, never handed on: a caller that could write these could choose the audience.
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": request.headers.host, host: `127.0.0.1:${target}` };
    const options = { host: "127.0.0.1", port: target, path, method: request.method, headers: { ...request.headers, ...forwarded } };
    const onward = httpRequest(options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    return request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { origin: `https://${HOST}:${port}`, send: (request) => sendTo(request, { port, ca: cert }), close: () => server.close() };
}

/** A fetch that finds the host on this machine and trusts its certificate. */
async function sendTo(request, { port, ca }) {
  const { host, hostname, pathname } = new URL(request.url);
  const body = await request.text();
  const headers = { ...Object.fromEntries(request.headers), host };
  const options = { host: "127.0.0.1", servername: hostname, port, ca, path: pathname, method: request.method, headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = httpsRequest({ ...options, signal: request.signal }, (answer) => {
      resolve(new Response(Readable.toWeb(answer), { status: answer.statusCode, headers: answer.headers }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
