// What the tests of the outbound share: the two transports, servers on real sockets, and what sockets were asked for.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, onTestFinished } from "vitest";
import { createUndiciTransport } from "../../src/outbound/guarded-dispatcher.ts";
import { createNodeHttpTransport } from "../../src/outbound/node-http.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "../../src/outbound.ts";

export const TRANSPORTS = ["undici", "node-http"] as const;

/** The same without what stands before a connection. */
export const CREATE = { undici: createUndiciTransport, "node-http": createNodeHttpTransport };

/** Ended with the test. */
export function open(options: OutboundOptions): Outbound {
  const outbound = createOutbound(options);
  onTestFinished(() => outbound.close());
  return outbound;
}

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
  connections: number;
}

/** A server on 127.0.0.1, ended with the test. */
export async function serve(listener: RequestListener): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const port = await new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
  const served = { url: `http://127.0.0.1:${port}`, port, requests, connections: 0 };
  server.on("connection", () => (served.connections += 1));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return served;
}

/** An https server whose certificate nobody vouches for, ended with the test. */
export async function serveSelfSigned(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-outbound-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
  ];
  execFileSync("openssl", [...args, "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

/**
 * Which addresses sockets were told to connect to, by anybody in this process. With `stub`, the last step is not taken:
 * the kernel is not asked to reach machines of the internet, which a test must not depend on. All before it is real.
 */
export function watchSockets({ stub }: { readonly stub: boolean }): string[] {
  const attempts: string[] = [];
  const connect = Socket.prototype.connect;
  function watched(this: Socket, ...args: Parameters<Socket["connect"]>): Socket {
    this.on("connectionAttempt", (address: string) => {
      attempts.push(address);
      if (!stub) return;
      const handle: object = Reflect.get(this, "_handle");
      for (const name of ["connect", "connect6"]) Object.defineProperty(handle, name, { value: () => ECONNREFUSED });
    });
    return Reflect.apply(connect, this, args);
  }
  Socket.prototype.connect = watched as Socket["connect"];
  restore = () => (Socket.prototype.connect = connect);
  return attempts;
}

/** libuv's number. */
const ECONNREFUSED = -111;

let restore = (): unknown => undefined;
afterEach(() => restore());

/** A promise and its two ends. */
export function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
