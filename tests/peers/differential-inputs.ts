// What both servers are sent. Each input has a name, which the table of differences refers to, and is a request as data.

export interface Input {
  readonly name: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The answer is a stream that does not end by itself; its first message is compared. */
  readonly endless?: true;
}

type Headers = Readonly<Record<string, string | undefined>>;

interface Changes {
  readonly id?: unknown;
  /** Added to the usual headers; `undefined` leaves one out. */
  readonly headers?: Headers;
  /** Added to the usual `_meta`; `undefined` leaves a member out. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly endless?: true;
}

const META = "io.modelcontextprotocol/";
const USUAL_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const ENVELOPE = {
  [`${META}protocolVersion`]: "2026-07-28",
  [`${META}clientInfo`]: { name: "test", version: "1" },
  [`${META}clientCapabilities`]: {},
};

/** A request of the 2026-07-28 revision. */
export function stateless(name: string, method: string, params: Readonly<Record<string, unknown>> = {}, changes: Changes = {}): Input {
  const _meta = { ...ENVELOPE, ...changes.meta };
  const mirrors = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof params.name === "string" ? { "mcp-name": params.name } : {}),
  };
  return {
    ...posted(
      name,
      { jsonrpc: "2.0", id: "id" in changes ? changes.id : 1, method, params: { ...params, _meta } },
      { ...mirrors, ...changes.headers },
    ),
    ...(changes.endless === undefined ? {} : { endless: changes.endless }),
  };
}

/** A request of a revision with a handshake: 2025-11-25 unless its headers say otherwise. */
export function handshake(name: string, method: string, params?: Readonly<Record<string, unknown>>, changes: Changes = {}): Input {
  const withMeta = changes.meta === undefined ? params : { ...params, _meta: changes.meta };
  const message = { jsonrpc: "2.0", id: "id" in changes ? changes.id : 1, method, ...(withMeta === undefined ? {} : { params: withMeta }) };
  return posted(name, message, { "mcp-protocol-version": "2025-11-25", ...changes.headers });
}

/** Any body with the usual headers; text goes out as it is. */
export function posted(name: string, body: unknown, headers: Headers = {}): Input {
  return { name, headers: present({ ...USUAL_HEADERS, ...headers }), body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** The request itself, new for each server. */
export function toRequest({ method = "POST", headers, body }: Input): Request {
  return new Request("http://127.0.0.1/mcp", { method, headers, ...(body === undefined ? {} : { body }) });
}

function present(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
