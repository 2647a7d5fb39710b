// A gateway on a free port, for the tests of this folder: started with one agent, ended with the test.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway, type Gateway, type GatewayOptions } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";
import { onTestFinished } from "vitest";

export interface StartedGateway {
  readonly gateway: Gateway;
  readonly origin: string;
  /** Of the agent `all`, which gets every tool. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What it logged so far. */
  readonly lines: readonly string[];
}

/** Starts a gateway over some sources; `agents` beside the one that gets everything. */
export async function startGateway(
  sources: object,
  { agents = {}, port = 0, ...options }: Partial<GatewayOptions> & { readonly agents?: object; readonly port?: number } = {},
): Promise<StartedGateway> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const gateway = await createGateway(
    { tenant: "acme", sources, agents: { all: { tools: ["*"] }, ...agents } },
    { origin, allowLocal: true, log: (line) => lines.push(line), ...options },
  );
  server.on("request", nodeListener(gateway.fetch));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });
  const { url, token } = gateway.agents.all as { readonly url: string; readonly token: string };
  return { gateway, origin, url, headers: { authorization: `Bearer ${token}` }, lines };
}

/** Serves requests on a free port until the test ends. @returns the URL of its endpoint */
export async function listen(handler: Parameters<typeof createServer>[1], path = "/mcp"): Promise<string> {
  const server = createServer(handler as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}
