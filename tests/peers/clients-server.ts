// The server that real clients are driven against: one tool for each thing a client has to get right. The same tests run
// once more with a gateway in between, which has to be no other server for them.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway } from "@toolcrib/gateway";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { schema, tool } from "@toolcrib/tools";
import { onTestFinished } from "vitest";
import { startWithoutPrefix } from "../gateway/without-prefix.mjs";

export interface Shop {
  readonly url: string;
  /** Headers of every request so far: what a proxy between client and server sees. */
  readonly requests: readonly IncomingHttpHeaders[];
  /** Resolves when `wait_for_parcel` runs. */
  readonly waiting: Promise<void>;
  /** Resolves when the call of `wait_for_parcel` is aborted, with the reason's code. */
  readonly aborted: Promise<unknown>;
}

/** What `tools/list` must name, in this order. */
export const TOOL_NAMES = ["close_account", "deliver_to", "import_orders", "refund", "search_orders", "wait_for_parcel"];

export const ORDERS = { orders: [{ id: "o-1", total: 12.5 }] };
export const PROGRESS = ["Reading the file", "Checking 40 orders", "Writing them down"];
/** A city that no header can carry as it is. */
export const CITY = "zürich";
export const CITY_HEADER = "=?base64?esO8cmljaA==?=";

/** Set for the tests' second run, in a project of its own (vitest.config.ts). */
export const IS_THROUGH_GATEWAY = process.env.TOOLCRIB_THROUGH_GATEWAY === "1";

/** What a client sees of a gateway that is not the shop's: its name, no instructions, and the one way it calls the shop. */
export const SEEN = IS_THROUGH_GATEWAY
  ? {
      serverInfo: { name: "toolcrib", version: "0" },
      instructions: undefined,
      unknown: "Unknown tool: shop__nope",
      cancelled: "client_disconnected",
    }
  : {
      serverInfo: { name: "shop", version: "1" },
      instructions: "Everything about orders",
      unknown: "Unknown tool: nope",
      cancelled: "cancelled",
    };

/** The header that the shop gets of a client that repeats arguments as headers, or does not. */
export function cityHeader({ isRepeated }: { readonly isRepeated: boolean }): string | undefined {
  return isRepeated || IS_THROUGH_GATEWAY ? CITY_HEADER : undefined;
}

/** A gateway over the shop, and a shim that leaves its tools their own names. */
async function putBehindGateway(shop: string): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const definition = { tenant: "test", sources: { shop: { mcp: shop } }, agents: { all: { tools: ["shop"] } } };
  const gateway = await createGateway(definition, { origin, allowLocal: true, log() {} });
  server.on("request", nodeListener(gateway.fetch));
  const { url = "", token = "" } = gateway.agents.all ?? {};
  const shim = await startWithoutPrefix({ url, token, prefix: "shop__" });
  onTestFinished(async () => {
    shim.close();
    server.close();
    server.closeAllConnections();
    await gateway.close();
  });
  return shim.url;
}

/** Starts the shop on a free port; it closes with the test. */
export async function startShop(): Promise<Shop> {
  const requests: IncomingHttpHeaders[] = [];
  const waiting = signal<void>();
  const aborted = signal<unknown>();

  const handler = serveTools(
    {
      search_orders: tool({
        description: "Finds orders",
        input: schema.Object({ text: schema.String() }),
        output: schema.Object({ orders: schema.Array(schema.Object({ id: schema.String(), total: schema.Number() })) }),
        execute: () => ORDERS,
      }),
      import_orders: tool({
        description: "Imports a file of orders",
        execute: (_args, context) => {
          PROGRESS.forEach((message, index) => context.progress(message, { progress: index + 1, total: PROGRESS.length }));
          return "40 orders imported";
        },
      }),
      refund: tool({
        description: "Refunds an order after asking twice",
        input: schema.Object({ orderId: schema.String() }),
        ask: ({ orderId }, { answers }) =>
          [
            { key: "why", message: `Why is ${orderId} refunded?`, form: schema.Object({ why: schema.String() }) },
            { key: "sure", message: "Really?", form: schema.Object({ sure: schema.Boolean() }) },
          ][answers.length],
        execute: ({ orderId }, { answers }) => ({ orderId, answers }),
      }),
      close_account: tool({
        description: "Closes an account; never works",
        execute: () => {
          throw new Error("The account has an open order");
        },
      }),
      deliver_to: tool({
        description: "Says where a parcel goes",
        input: schema.Object({ city: schema.String({ "x-mcp-header": "City" }) }),
        execute: ({ city }) => `to ${city}`,
      }),
      wait_for_parcel: tool({
        description: "Waits until nobody waits for it any more",
        execute: (_args, context) => {
          waiting.resolve();
          return new Promise((_resolve, reject) => {
            context.signal.addEventListener("abort", () => {
              aborted.resolve(context.signal.reason.code);
              reject(context.signal.reason);
            });
          });
        },
      }),
    },
    { auth: "none", serverInfo: { name: "shop", version: "1" }, instructions: "Everything about orders", log: () => {} },
  );

  const listener = nodeListener(handler);
  const server = createServer((request, response) => {
    requests.push(request.headers);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    handler.close();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}/mcp`;
  return { url: IS_THROUGH_GATEWAY ? await putBehindGateway(own) : own, requests, waiting: waiting.promise, aborted: aborted.promise };
}

function signal<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
