// What the checks talk to, on 127.0.0.1, in one process: counted here, where no runtime under test can be wrong about it.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const CHUNK = Buffer.alloc(65_536, "x");
const BOMB = gzipSync(Buffer.alloc(67_108_864));

/** @param folder for the certificate, which is for the name `localhost` alone */
export async function startServers(folder) {
  const certificate = makeCertificate(folder);
  const counts = { requests: 0, connections: 0, proxied: 0, closedEarly: 0, writtenBytes: 0, lastHeaders: {} };
  const plain = createServer((request, response) => answer(request, response, counts));
  plain.on("connection", () => (counts.connections += 1));
  const secure = createHttpsServer({ key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) }, (request, response) =>
    answer(request, response, counts),
  );
  const other = createServer((request, response) => answer(request, response, counts));
  const proxy = createServer((_request, response) => response.end("proxied"));
  proxy.on("connection", () => (counts.proxied += 1));
  const servers = { plain, secure, other, proxy };
  for (const server of Object.values(servers)) await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    counts,
    certificate: certificate.cert,
    ports: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, server.address().port])),
    close() {
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const ANSWERS = {
  "/hello": (_request, response) => response.end("hello"),
  "/close": (_request, response) => response.setHeader("connection", "close").end("hello"),
  "/counts": (_request, response, counts) => response.end(JSON.stringify(counts)),
  "/echo": async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    response.end(`${request.method} ${Buffer.concat(pieces)}`);
  },
  "/gzip": (_request, response) => response.setHeader("content-encoding", "gzip").end(gzipSync("hello")),
  "/silent": () => {},
  "/first": (_request, response) => response.write("first"),
  "/endless": (_request, response, counts) => writeOn(response, CHUNK, counts),
  "/bomb": (_request, response, counts) => writeOn(response.setHeader("content-encoding", "gzip"), BOMB, counts),
  "/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
};

function answer(request, response, counts) {
  const { pathname, searchParams } = new URL(request.url, "http://local");
  if (pathname !== "/counts") {
    counts.requests += 1;
    counts.lastHeaders = request.headers;
  }
  const to = searchParams.get("to");
  if (to !== null) response.writeHead(302, { location: to }).end();
  else ANSWERS[pathname](request, response, counts);
}

function writeOn(response, chunk, counts) {
  let writtenBytes = 0;
  const write = () => {
    while (!response.destroyed && writtenBytes < 536_870_912) {
      writtenBytes += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on("drain", write).on("error", () => {});
  response.on("close", () => {
    counts.writtenBytes = writtenBytes;
    if (!response.writableFinished) counts.closedEarly += 1;
  });
  write();
}

function makeCertificate(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  // Deno takes no authority that may not sign, and none without a name.
  args.push("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost");
  execFileSync("openssl", [...args, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key, cert };
}
