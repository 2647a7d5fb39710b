// For whoever decides whether the process lives, and whether it gets requests.

import type { Operation } from "./operation.ts";
import { ApiProblem } from "./problem.ts";

export const HEALTH: readonly Operation[] = [
  {
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    summary: "The process answers",
    scope: "public",
    isProbe: true,
    answers: { 200: undefined },
    handle: () => ({ status: 200, body: { status: "ok" } }),
  },
  {
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    summary: "Sources were listed, and the process is not about to leave",
    scope: "public",
    isProbe: true,
    answers: { 200: undefined },
    handle({ parts: { readiness, catalog } }) {
      if (readiness.isLeaving) throw new ApiProblem("not-ready", "it is about to leave; send requests elsewhere");
      if (!catalog.isSettled) throw new ApiProblem("not-ready", "its sources are being listed for the first time; try again");
      return { status: 200, body: { status: "ready" } };
    },
  },
];
