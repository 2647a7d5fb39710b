// A typed client of a gateway's API, for every runtime with `fetch`, browsers' build tools included: it imports types alone.

import type {
  AgentRun,
  AgentToken,
  ApiKey,
  ApiKeySettings,
  DefinitionPart,
  GatewayInfo,
  NewApiKey,
  Page,
  PageRequest,
  ProblemDetails,
  RunSettings,
  SavedDefinition,
  SigningKeyState,
  SourceDrift,
  SourceState,
  ToolSourceReport,
  UserAgent,
  UserAgentDetails,
  UserAgentSettings,
} from "@toolcrib/core";

export interface GatewayClientOptions {
  /** The gateway's public origin, as `https://gateway.example.com`. */
  readonly origin: string;
  /** An operator's key, `tco_…`. It is sent to that origin and nowhere else. */
  readonly key: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** How long one request may take, in milliseconds: a refresh waits for the slowest source. */
const TIMEOUT_MS = 60_000;

/** A request that the gateway refused, or failed. */
export class GatewayApiError extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Everything that is wrong, each with its path and the way out. */
  readonly problems: readonly string[];
  /** Stands in the gateway's log too. */
  readonly requestId: string | undefined;

  constructor({ status, title, detail, problems = [] }: Omit<ProblemDetails, "type" | "instance">, requestId: string | undefined) {
    super(problems.length === 0 ? `${title}: ${detail}` : `${title}: ${problems.join("; ")}`);
    this.name = "GatewayApiError";
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.problems = problems;
    this.requestId = requestId;
  }
}

export type GatewayClient = ReturnType<typeof createGatewayClient>;

/**
 * `const gateway = createGatewayClient({ origin, key }); await gateway.agents.upsert("ann", { template: "support", subject: "ann@example.com" })`.
 * Every method throws GatewayApiError for an answer that is a refusal, and what `fetch` throws.
 */
export function createGatewayClient(options: GatewayClientOptions) {
  const { get, put, post, remove } = createSender(options);
  return {
    /** The gateway, and what the key may do. */
    me: () => get<GatewayInfo>("/v1/me"),
    /** Saves sources and agents beside the gateway's own; answers once the new sources were listed, or after 4.5 seconds. */
    upsertDefinition: (name: string, definition: DefinitionPart) => put<SavedDefinition>(`/v1/definitions/${toPart(name)}`, definition),
    definitions: {
      get: (name: string) => get<SavedDefinition>(`/v1/definitions/${toPart(name)}`),
      list: () => get<Page<SavedDefinition>>("/v1/definitions"),
      remove: (name: string) => remove(`/v1/definitions/${toPart(name)}`),
    },
    agents: {
      /** Its token is in the answer where it was just made. */
      upsert: (key: string, settings: UserAgentSettings) => put<UserAgent>(`/v1/agents/${toPart(key)}`, settings),
      get: (key: string) => get<UserAgentDetails>(`/v1/agents/${toPart(key)}`),
      list: (page: PageRequest = {}) => get<Page<UserAgent>>("/v1/agents", page),
      /** A new token, for a template too; the one before ends at once. */
      rotate: (key: string) => post<AgentToken>(`/v1/agents/${toPart(key)}/token`),
      revoke: (key: string) => remove(`/v1/agents/${toPart(key)}`),
    },
    runs: {
      /** A token of an agent for one run. */
      create: (agent: string, settings: RunSettings = {}) => post<AgentRun>(`/v1/agents/${toPart(agent)}/runs`, settings),
    },
    /** What an agent gets of every source, and why not the rest; `refresh` lists every source first. */
    toolSources: async (agent: string, { refresh = false }: { readonly refresh?: boolean } = {}): Promise<readonly ToolSourceReport[]> =>
      (await get<UserAgentDetails>(`/v1/agents/${toPart(agent)}`, { refresh })).toolSources,
    sources: {
      list: () => get<Page<SourceState>>("/v1/sources"),
      drift: (name: string) => get<SourceDrift>(`/v1/sources/${toPart(name)}/drift`),
      accept: (name: string) => post<SourceState>(`/v1/sources/${toPart(name)}/accept`),
    },
    keys: {
      list: () => get<Page<ApiKey>>("/v1/keys"),
      /** The key itself is in this answer and nowhere else. */
      create: (settings: ApiKeySettings) => post<NewApiKey>("/v1/keys", settings),
      revoke: (id: string) => remove(`/v1/keys/${toPart(id)}`),
    },
    signingKeys: {
      list: () => get<Page<SigningKeyState>>("/v1/signing-keys"),
      rotate: (how: { readonly isCompromised?: boolean } = {}) => post<Page<SigningKeyState>>("/v1/signing-keys/rotate", how),
    },
  };
}

function createSender({ origin, key, fetch = (request) => globalThis.fetch(request) }: GatewayClientOptions) {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const request = new Request(new URL(path, origin), {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Elsewhere nobody is to get the key.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const response = await fetch(request);
    if (!response.ok) throw await toError(response);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    get: <Answer>(path: string, query: object = {}) => send("GET", path + toQuery(query)) as Promise<Answer>,
    put: <Answer>(path: string, body: unknown) => send("PUT", path, body) as Promise<Answer>,
    post: <Answer>(path: string, body?: unknown) => send("POST", path, body) as Promise<Answer>,
    remove: (path: string) => send("DELETE", path) as Promise<undefined>,
  };
}

/** What stands between the two may answer too, and knows nothing of problem details. */
async function toError(response: Response): Promise<GatewayApiError> {
  const unknown = { status: response.status, title: "The request failed", detail: `it was answered with ${response.status}` };
  const told = (await response.json().catch(() => undefined)) as Partial<ProblemDetails> | undefined;
  const details = typeof told?.detail === "string" ? { ...unknown, ...told } : unknown;
  return new GatewayApiError({ ...details, status: response.status }, response.headers.get("x-request-id") ?? undefined);
}

/** "." and ".." would be another path, however they are written. */
function toPart(text: string): string {
  if (text === "" || text === "." || text === "..") throw new TypeError(`"${text}" is no name`);
  return encodeURIComponent(text);
}

function toQuery(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
