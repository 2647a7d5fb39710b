// Who is let in, before a body is read.

import { type ApiKey, isLoopbackHost } from "@toolcrib/core";
import type { EngineRequest } from "@toolcrib/server/run";
import { readBearer } from "../identity/token-hash.ts";
import type { KeyTries } from "./key-tries.ts";
import type { ApiParts, Operation } from "./operation.ts";
import { ApiProblem } from "./problem.ts";

/** Browsers name the page that asks, and a name that was bound anew to this machine is another host than its own. */
export function refuseForeign(request: EngineRequest, origin: string): void {
  if (typeof request.header("origin") === "string")
    throw new ApiProblem("forbidden", "no page of a browser may call this API; call it from a server");
  if (isLoopbackHost(new URL(origin).host) && !isLoopbackHost(request.host))
    throw new ApiProblem("forbidden", "this gateway is for this machine alone: address it as localhost, 127.0.0.1 or [::1]");
}

/** The key of a request, with the scope that an operation asks for; undefined where it asks for none. */
export function admit(request: EngineRequest, { scope, method }: Operation, { apiKeys }: ApiParts, tries: KeyTries): ApiKey | undefined {
  if (scope === "public") return undefined;
  const authorization = request.header("authorization") ?? "";
  const token = readBearer(authorization);
  const key = token === undefined ? undefined : apiKeys.find(token);
  if (key === undefined) throw refuse(authorization !== "", tries);
  if (scope !== "any" && !key.scopes.includes(scope))
    throw new ApiProblem("forbidden", `the key "${key.name}" lacks the scope ${scope}, which this ${method} asks for; use one that has it`);
  return key;
}

function refuse(wasTried: boolean, tries: KeyTries): ApiProblem {
  const retryAfterS = wasTried ? tries.take() : undefined;
  if (retryAfterS !== undefined)
    return new ApiProblem("too-many-tries", `keys that are known still work; try others in ${retryAfterS} s`, {
      headers: { "retry-after": String(retryAfterS) },
    });
  const detail = wasTried
    ? "the Authorization header holds no key of this gateway; send one as: Authorization: Bearer tco_…"
    : "send an operator's key as: Authorization: Bearer tco_…";
  return new ApiProblem("key-needed", detail, { headers: { "www-authenticate": 'Bearer realm="toolcrib"' } });
}
