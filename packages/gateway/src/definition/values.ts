// What `$NAME` stands for: values of the environment that was handed in. All that is missing is told at once.

import { type GatewayDefinition, isObject, StartError } from "@toolcrib/core";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text that is a name of the environment; `$$` begins a text that only looks like one. */
const NAME = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;

/** Where values may stand; a dollar elsewhere is a dollar. */
const PLACES = ["headers", "auth", "env"] as const;

export interface ResolvedSource {
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** As the definition has it, with its values. */
  readonly auth: Readonly<Record<string, unknown>> | undefined;
  /** Every value that was named or written there: none of it may be said again. */
  readonly secrets: readonly string[];
}

/**
 * The values of every source, by its name.
 * @throws StartError that lists every name that has no value, and where it is needed
 */
export function resolveValues({ sources }: GatewayDefinition, env: Environment): ReadonlyMap<string, ResolvedSource> {
  const missing = new Map<string, string[]>();
  const resolve = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, `${path}.${index}`));
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, `${path}.${key}`)]));
    if (typeof value !== "string") return value;
    const name = NAME.exec(value)?.[1];
    if (name === undefined) return value.startsWith("$$") ? value.slice(1) : value;
    const found = env[name];
    if (found === undefined || found === "") missing.set(name, [...(missing.get(name) ?? []), path]);
    return found ?? "";
  };

  const resolved = new Map<string, ResolvedSource>();
  for (const [name, source] of Object.entries(sources)) {
    const parts = Object.fromEntries(
      PLACES.map((place) => [place, resolve((source as unknown as Readonly<Record<string, unknown>>)[place], `sources.${name}.${place}`)]),
    );
    resolved.set(name, {
      headers: (parts.headers ?? {}) as Readonly<Record<string, string>>,
      env: (parts.env ?? {}) as Readonly<Record<string, string>>,
      auth: parts.auth as Readonly<Record<string, unknown>> | undefined,
      secrets: [...[parts.headers, parts.env, parts.auth].flatMap(secretsOf).flatMap(withParts), ...basicOf(parts.auth)],
    });
  }
  if (missing.size > 0) {
    const problems = [...missing].map(([name, places]) => `${name} has no value; it is needed at ${places.join(", ")}`);
    throw new StartError("options_invalid", problems);
  }
  return resolved;
}

/** Keys of `auth` whose values are no secrets. */
const PUBLIC_KEYS = ["type", "tokenUrl", "scopes", "clientId", "username"];

function secretsOf(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => (typeof item === "string" && !PUBLIC_KEYS.includes(key) ? [item] : []));
}

/**
 * A header names a scheme in front of the secret; a server that quotes it may leave that out (RFC 9110 section 11.4). A
 * key of several lines may be said line by line.
 */
function withParts(secret: string): readonly string[] {
  const [, credential] = /^[A-Za-z][A-Za-z0-9-]* +(\S+)$/.exec(secret) ?? [];
  const lines = secret.split(/\r?\n/).filter((line) => line !== secret);
  return [secret, ...(credential === undefined ? [] : [credential]), ...lines];
}

/** What is sent of a name and a password (RFC 7617). */
function basicOf(auth: unknown): readonly string[] {
  if (!isObject(auth) || auth.type !== "basic") return [];
  return [Buffer.from(`${auth.username}:${auth.password}`).toString("base64")];
}
