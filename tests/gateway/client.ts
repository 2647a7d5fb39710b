// The official client in front of a gateway.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { StartedGateway } from "./gateway.ts";

/** Connects; closes with the test. */
export async function connect(
  { url, headers }: Pick<StartedGateway, "url" | "headers">,
  mode: "auto" | "legacy" = "auto",
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode },
    capabilities: { elicitation: { form: {} } },
  } as never);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } }));
  onTestFinished(() => client.close());
  return client;
}

/** The first text of a result. */
export function textOf(result: unknown): string {
  const { content } = (result ?? { content: [] }) as { readonly content: readonly { readonly text?: string }[] };
  return content[0]?.text ?? "";
}
