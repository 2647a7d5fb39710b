// Callers that are no runtime: a person's MCP client, an OAuth client, an API key. The author's own `verify` proves them.

import { AuthError, type JsonObject } from "@toolcrib/core";
import type { Caller, EngineRequest } from "../engine/http.ts";
import { readBearer } from "./bearer.ts";

/** What `verify` is given. */
export interface Credentials {
  /** The Bearer token, if there is one. It is read from the Authorization header and nowhere else. */
  readonly token: string | undefined;
  /** Any other header, by its lower-case name: `x-api-key`. */
  readonly header: (name: string) => string | null | undefined;
}

/** A caller the author's `verify` proved. */
export interface CustomCaller {
  readonly subject: string;
  /** Default: `custom`. */
  readonly tenant?: string;
  /** Default: `none`. */
  readonly agent?: string;
  /** Default: the subject. */
  readonly actor?: string;
  readonly context?: JsonObject;
  /** The run that its credentials are for, where they are for one alone. */
  readonly run?: string;
  /** What it may do, for tools that require scopes. Default: nothing. */
  readonly scopes?: readonly string[];
}

/** Proves a caller, or gives undefined for one it does not know. What it throws is a failure of the server, and nobody gets in. */
export type CallerVerifier = (credentials: Credentials) => CustomCaller | undefined | Promise<CustomCaller | undefined>;

/** @throws AuthError `token_missing`, `token_malformed` or `verify_refused` */
export async function verifyCustomCaller(request: Pick<EngineRequest, "header">, verify: CallerVerifier): Promise<Caller> {
  const authorization = request.header("authorization") ?? undefined;
  const token = authorization === undefined ? undefined : readBearer(authorization);
  const caller = await verify({ token, header: (name) => request.header(name) });
  if (caller === undefined)
    throw new AuthError(token === undefined ? "token_missing" : "verify_refused", "the author's verify knows no such caller");
  const { subject, tenant = "custom", agent = "none", actor = subject, context = {}, run, scopes = [] } = caller;
  return {
    identity: { tenant, agent, subject, actor, context, ...(run === undefined ? {} : { run }), via: "custom" },
    key: `custom:${JSON.stringify([tenant, agent, subject, ...(run === undefined ? [] : [run])])}`,
    scopes,
  };
}
