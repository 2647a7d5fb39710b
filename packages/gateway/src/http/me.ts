import type { GatewayInfo } from "@toolcrib/core";
import { version } from "../version.ts";
import type { Operation } from "./operation.ts";
import { ApiProblem } from "./problem.ts";

export const ME: readonly Operation[] = [
  {
    id: "getMe",
    method: "GET",
    path: "/v1/me",
    summary: "The gateway, and what the key may do",
    scope: "any",
    answers: { 200: "GatewayInfo" },
    handle({ parts: { live, origin }, key }) {
      if (key === undefined) throw new ApiProblem("key-needed", "send an operator's key as a Bearer token");
      const { id, name, scopes } = key;
      const info: GatewayInfo = { tenant: live.tenant, origin, version, key: { id, name }, scopes };
      return { status: 200, body: info };
    },
  },
];
