// One operation of the API: what it is called, who may ask for it, what goes in and out. The same record routes requests,
// checks them, and is written down in the API's own document.

import type { API_ANSWERS, API_BODIES, ApiKey, ApiScope, JsonSchema, ToolSourceReport } from "@toolcrib/core";
import type { GatewayParts } from "../gateway-parts.ts";

export interface ApiParts extends GatewayParts {
  readonly toolSources: (agent: string, options: { readonly refresh?: boolean }) => Promise<readonly ToolSourceReport[]>;
}

/** One request, checked. */
export interface ApiExchange {
  readonly parts: ApiParts;
  /** Undefined where nobody is asked for a key. */
  readonly key: ApiKey | undefined;
  /** Values of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Judged by the operation's schema. */
  readonly body: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Operation {
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** With `{name}` where values go. */
  readonly path: string;
  readonly summary: string;
  /** `any`: every key will do; `public`: no key is asked for. */
  readonly scope: ApiScope | "any" | "public";
  /** Answered under every host: for those who look whether the process lives. */
  readonly isProbe?: boolean;
  readonly query?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly body?: { readonly name: keyof typeof API_BODIES; readonly isOptional?: boolean };
  /** By status, the name of what is answered. */
  readonly answers: Readonly<Record<number, keyof typeof API_ANSWERS | undefined>>;
  readonly handle: (exchange: ApiExchange) => ApiAnswer | Promise<ApiAnswer>;
}
