// A client that listens for changes of the tools, over `subscriptions/listen`.

import { HEADER, MCP_META, STATELESS_REVISION } from "@toolcrib/core";
import { expect, onTestFinished } from "vitest";
import type { StartedGateway } from "./gateway.ts";

/** Listens for changes as a client does. @returns how often it was told so far, once that is acknowledged */
export async function hearChanges({ url, headers }: StartedGateway): Promise<() => number> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const _meta = {
    [MCP_META.protocolVersion]: STATELESS_REVISION,
    [MCP_META.clientInfo]: { name: "test", version: "1" },
    [MCP_META.clientCapabilities]: {},
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      [HEADER.protocolVersion]: STATELESS_REVISION,
      [HEADER.method]: "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true }, _meta },
    }),
    signal: controller.signal,
  });
  let said = "";
  void (async () => {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) said += Buffer.from(chunk).toString();
  })().catch(() => {});
  await expect.poll(() => said).toContain("notifications/subscriptions/acknowledged");
  return () => said.split('"notifications/tools/list_changed"').length - 1;
}
