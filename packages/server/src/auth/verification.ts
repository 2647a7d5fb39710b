// Who is let in. The issuer that a token names chooses who verifies it; what one verifier refuses is tried on no other.

import { AuthError, peekIssuer, toAudience } from "@toolcrib/core";
import type { AdmissionOptions } from "../engine/admit.ts";
import type { EngineParts } from "../engine/exchange.ts";
import type { Caller, EngineRequest, EngineResponse } from "../engine/http.ts";
import type { RpcNotification, RpcRequest } from "../engine/json-rpc.ts";
import type { VerifiedOptions } from "../serve-options.ts";
import { tell } from "../tell.ts";
import { findBearer } from "./bearer.ts";
import { type ChallengeHints, toForbidden, toRefusal } from "./challenge.ts";
import { verifyCustomCaller } from "./custom-verifier.ts";
import { identifyNobody } from "./nobody.ts";
import { answerMetadata, metadataUrl } from "./resource-metadata.ts";
import { createRuntimeKeys, toJwksUrl } from "./runtime-keys.ts";
import { checkBodyClaims, verifyRuntimeCaller } from "./runtime-verifier.ts";

/** What an engine needs to know of its callers. */
export interface Verification extends Pick<AdmissionOptions, "loopbackOnly" | "answerOpen" | "verify">, Pick<EngineParts, "refuseBody"> {
  readonly ready: () => Promise<void>;
}

/** Everybody is the same anonymous caller, on this machine. */
export const VERIFY_NOBODY: Verification = {
  loopbackOnly: true,
  answerOpen: () => undefined,
  verify: identifyNobody,
  refuseBody: undefined,
  ready: async () => {},
};

/** @param audiences canonical, where they are configured */
export function createVerification(
  options: VerifiedOptions,
  audiences: readonly string[] | undefined,
  log: (line: string) => void,
): Verification {
  const { verify, oauth, require = {}, onReject, now = Date.now } = options;
  const runtime = createRuntime(options);
  let saidOwnUrl = audiences !== undefined || runtime === undefined;

  const hints = (request: Pick<EngineRequest, "url">): ChallengeHints =>
    oauth === undefined ? {} : { resourceMetadata: metadataUrl(request, audiences), scopes: oauth.scopes };
  const refuse = (request: EngineRequest, error: unknown): EngineResponse => {
    if (!(error instanceof AuthError)) throw error;
    tell(onReject, error);
    return toRefusal(error, hints(request));
  };

  async function identify(request: EngineRequest): Promise<Caller> {
    const token = findBearer(request.header("authorization"));
    const isRuntimes = runtime !== undefined && (verify === undefined || (token !== undefined && peekIssuer(token) === runtime.issuer));
    if (isRuntimes) return verifyRuntimeCaller(request, { ...runtime, audiences, now });
    if (verify === undefined) throw new AuthError("token_missing", "nobody verifies this caller");
    return verifyCustomCaller(request, verify);
  }

  async function refuseBody(
    request: EngineRequest,
    caller: Caller,
    message: RpcRequest | RpcNotification,
  ): Promise<EngineResponse | undefined> {
    try {
      if (caller.claims !== undefined) await checkBodyClaims(caller.claims, message);
    } catch (error) {
      return refuse(request, error);
    }
    const tool = typeof message.params.name === "string" ? message.params.name : "";
    const needs = message.method === "tools/call" && Object.hasOwn(require, tool) ? require[tool] : undefined;
    if (needs?.runtime === true && caller.identity.via !== "runtime") return toForbidden(`tool ${tool} is for calls of the runtime`);
    const missing = caller.identity.via === "runtime" ? [] : (needs?.scopes ?? []).filter((scope) => !caller.scopes?.includes(scope));
    if (missing.length === 0) return undefined;
    return toForbidden(`tool ${tool} needs the scopes ${needs?.scopes?.join(" ")}`, { ...hints(request), scopes: needs?.scopes });
  }

  return {
    loopbackOnly: false,
    answerOpen: (request) => (oauth === undefined ? undefined : answerMetadata(request, audiences, oauth)),
    verify(request) {
      if (!saidOwnUrl && !request.knowsOrigin) {
        saidOwnUrl = true;
        log(
          "toolcrib: no origin or audience, so a token is taken for whatever URL a request says it was sent to; behind a proxy or a shared host, set one",
        );
      }
      return identify(request).catch((error: unknown) => refuse(request, error));
    },
    refuseBody,
    ready: async () => runtime?.keys.ready(),
  };
}

function createRuntime({ runtime, tenant = "", fetch = globalThis.fetch, now = Date.now }: VerifiedOptions) {
  if (runtime === undefined) return undefined;
  const issuer = toAudience(runtime);
  return { issuer, tenant, keys: createRuntimeKeys({ jwksUrl: toJwksUrl(issuer), fetch, now }) };
}
