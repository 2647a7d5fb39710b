// A running gateway's API, as the commands reach it: by an operator's key from the environment, which no process list shows.

import { createGatewayClient, GatewayApiError, type GatewayClient } from "@toolcrib/gateway/client";
import { CommandFailed } from "./command-failed.ts";
import { UsageError } from "./usage-error.ts";

export const OPERATOR_OPTIONS = { gateway: { type: "string" }, json: { type: "boolean" } } as const;

const DEFAULT_ORIGIN = "http://127.0.0.1:3838";

export interface OperatorValues {
  readonly gateway?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Asks the gateway and prints the answer.
 * @param toText what a person reads of it
 * @throws CommandFailed where there is no key, nobody answers, or the gateway refuses
 */
export async function askGateway<Answer>(
  { gateway, json }: OperatorValues,
  ask: (client: GatewayClient) => Promise<Answer>,
  toText: (answer: Answer) => string,
): Promise<void> {
  const { TOOLCRIB_API_KEY: key, TOOLCRIB_ORIGIN } = process.env;
  if (key === undefined || key === "")
    throw new CommandFailed(
      "the gateway's API wants an operator's key; set TOOLCRIB_API_KEY to the one that toolcrib serve showed at its first start",
    );
  const origin = gateway ?? TOOLCRIB_ORIGIN ?? DEFAULT_ORIGIN;
  const asked = Promise.resolve(createGatewayClient({ origin, key })).then(ask);
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof GatewayApiError) throw new CommandFailed(error.message);
    if (error instanceof Error && error.message.endsWith("is no name")) throw new UsageError(error.message);
    throw new CommandFailed(`no gateway answers at ${origin}; start one with toolcrib serve, or say where it is with --gateway`);
  });
  console.log(json === true ? JSON.stringify(answer ?? null, undefined, 2) : toText(answer));
}
