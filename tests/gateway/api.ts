// The API of a gateway on a free port, asked as an operator's program asks it.

import type { ApiScope, SourceDefinition } from "@toolcrib/core";
import { createGatewayClient, type GatewayClient } from "@toolcrib/gateway/client";
import { type StartedGateway, startGateway } from "./gateway.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came
  readonly json: any;
}

export interface StartedApi extends StartedGateway {
  readonly key: string;
  readonly client: GatewayClient;
  /** Every answer that was given so far. */
  readonly answers: Answer[];
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

const ALL: readonly ApiScope[] = ["read", "approve", "write"];

export async function startApi(
  sources: Readonly<Record<string, SourceDefinition>> = {},
  options: Parameters<typeof startGateway>[1] = {},
): Promise<StartedApi> {
  const started = await startGateway(sources, options);
  const { key } = started.gateway.apiKeys.create({ name: "tests", scopes: ALL });
  const answers: Answer[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(started.origin + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
    answers.push(answer);
    return answer;
  };
  return { ...started, key, client: createGatewayClient({ origin: started.origin, key }), answers, ask };
}
