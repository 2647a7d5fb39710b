// A fresh signed token for every request to a `runtime` source: who acts for whom, and for tools/call the very call.

import { CALL_TOKEN, type CallTokenClaims, digestArguments, signCallToken } from "@toolcrib/core";
import type { Authorize } from "../upstream/connection.ts";
import type { SigningKeys } from "./signing-keys.ts";

export interface IssuerParts {
  /** The gateway's public origin. */
  readonly origin: string;
  readonly tenant: string;
  readonly keys: SigningKeys;
  readonly now: () => number;
}

export interface Issuer {
  readonly origin: string;
  readonly tenant: string;
  /** The published keys, as JSON. */
  jwks(): string;
  /** What signs for one server. @param audience its canonical URL */
  createAuthorize(audience: string): Authorize;
}

/** The name in requests that are no agent's: listing, discovery. */
const OWN_NAME = "toolcrib";

export function createIssuer({ origin, tenant, keys, now }: IssuerParts): Issuer {
  return { origin, tenant, jwks: () => keys.jwks(), createAuthorize };

  function createAuthorize(audience: string): Authorize {
    return async ({ method, proof }) => {
      const iat = Math.floor(now() / 1_000);
      const { identity } = proof ?? {};
      const claims: CallTokenClaims = {
        iss: origin,
        aud: audience,
        sub: identity?.subject ?? OWN_NAME,
        tenant,
        act: { sub: identity?.actor ?? OWN_NAME },
        agent: identity?.agent ?? OWN_NAME,
        ...(identity === undefined || Object.keys(identity.context).length === 0 ? {} : { ctx: identity.context }),
        ...(identity?.run === undefined ? {} : { txn: identity.run }),
        ...(proof === undefined
          ? { mth: method }
          : { call: proof.callId, idk: proof.idempotencyKey, att: 1, tool: proof.tool, args_s256: digestArguments(proof.args) }),
        jti: crypto.randomUUID(),
        iat,
        exp: iat + CALL_TOKEN.lifeS,
      };
      const { privateKey, kid } = await keys.current();
      return `Bearer ${await signCallToken(claims, privateKey, kid)}`;
    };
  }
}
