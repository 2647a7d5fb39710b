// Agents of single users, and their runs.

import type { AgentRun, RunSettings, UserAgentDetails, UserAgentSettings } from "@toolcrib/core";
import type { ApiExchange, ApiParts, Operation } from "./operation.ts";
import { PAGE_QUERY, toPageRequest } from "./pages.ts";
import { ApiProblem, toConflict } from "./problem.ts";

const PATH = "/v1/agents/{key}";

export const AGENTS: readonly Operation[] = [
  {
    id: "listAgents",
    method: "GET",
    path: "/v1/agents",
    summary: "Agents of single users, in the order of their keys",
    scope: "read",
    query: PAGE_QUERY,
    answers: { 200: "UserAgentPage" },
    handle: ({ parts, query }) => ({ status: 200, body: parts.users.list(toPageRequest(query)) }),
  },
  {
    id: "putAgent",
    method: "PUT",
    path: PATH,
    summary: "Makes one user's agent from a template; its token is answered once",
    scope: "write",
    body: { name: "UserAgentSettings" },
    answers: { 200: "UserAgent", 201: "UserAgent" },
    handle({ parts: { users, catalog }, path: { key = "" }, body }) {
      if (catalog.agents.has(key)) throw new ApiProblem("conflict", `"${key}" is a template of the definition; choose another key`);
      const isNew = users.get(key) === undefined;
      return { status: isNew ? 201 : 200, body: users.upsert(key, body as UserAgentSettings) };
    },
  },
  {
    id: "getAgent",
    method: "GET",
    path: PATH,
    summary: "One user's agent, and what it gets of every source",
    scope: "read",
    query: { refresh: { description: "List every source first", schema: { type: "boolean", default: false } } },
    answers: { 200: "UserAgentDetails" },
    async handle({ parts, path: { key = "" }, query }) {
      const agent = findAgent(parts, key);
      const refresh = query.refresh === "true";
      const toolSources = await parts.toolSources(key, { refresh }).catch((error: unknown) => Promise.reject(toConflict(error)));
      const details: UserAgentDetails = { ...agent, toolSources };
      return { status: 200, body: details };
    },
  },
  {
    id: "deleteAgent",
    method: "DELETE",
    path: PATH,
    summary: "Revokes one user's agent, and its runs with it",
    scope: "write",
    answers: { 204: undefined },
    handle({ parts, path: { key = "" } }) {
      if (!parts.users.revoke(key)) throw missing(parts, key);
      return { status: 204 };
    },
  },
  {
    id: "rotateAgentToken",
    method: "POST",
    path: `${PATH}/token`,
    summary: "A new token for a user's agent or a template; the one before ends at once",
    scope: "write",
    answers: { 200: "AgentToken" },
    handle({ parts, path: { key = "" } }) {
      const rotated = parts.users.rotate(key);
      if (rotated === undefined) throw missing(parts, key);
      return { status: 200, body: rotated };
    },
  },
  {
    id: "createRun",
    method: "POST",
    path: `${PATH}/runs`,
    summary: "A token of an agent for one run",
    scope: "write",
    body: { name: "RunSettings", isOptional: true },
    answers: { 201: "AgentRun" },
    handle({ parts, path: { key = "" }, body }) {
      findAgent(parts, key);
      const run: AgentRun = parts.users.createRun(key, body as RunSettings);
      return { status: 201, body: run };
    },
  },
];

function findAgent(parts: ApiParts, key: string) {
  const agent = parts.users.get(key);
  if (agent === undefined) throw missing(parts, key);
  return agent;
}

function missing({ catalog }: ApiExchange["parts"], key: string): ApiProblem {
  const detail = catalog.agents.has(key)
    ? "this is a template of the definition, not a user's agent; make one from it"
    : "there is no agent with this key; PUT makes one";
  return new ApiProblem("not-found", detail);
}
