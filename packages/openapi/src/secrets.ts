// What a model must not read in an answer: credentials and the operator's headers, in each form an API may say them again.

import type { Auth, Credential } from "./credential.ts";
import { encode } from "./percent-encode.ts";

/** Shorter ones would be found in every text. */
const SECRET_MIN_CHARS = 4;
/** Secrets that came while the API was used, such as tokens: the oldest are forgotten, and have ended long before. */
const PASSING_MAX = 1_000;

export class Secrets {
  readonly #configured: ReadonlySet<string>;
  readonly #passing = new Set<string>();

  /** @param texts further ones, such as the values of headers */
  constructor(auth: Auth | undefined, texts: readonly string[]) {
    const own = auth === undefined || typeof auth === "function" ? [] : secretsOf(auth);
    this.#configured = new Set([...own, ...texts].flatMap(formsOf));
  }

  /** Masks this text too from now on. */
  keep(secret: string): void {
    for (const form of formsOf(secret)) {
      // Last again: it is in use.
      this.#passing.delete(form);
      this.#passing.add(form);
    }
    for (const oldest of this.#passing) {
      if (this.#passing.size <= PASSING_MAX) break;
      this.#passing.delete(oldest);
    }
  }

  /** The same credentials, of which each one is kept as it is given. */
  following(auth: Auth): Auth {
    if (typeof auth !== "function") return auth;
    return async (scheme) => {
      const credential = await auth(scheme);
      if (credential !== undefined) for (const secret of secretsOf(credential)) this.keep(secret);
      return credential;
    };
  }

  /** Longest first: one secret may be part of another. */
  mask(text: string): string {
    const secrets = [...this.#configured, ...this.#passing].filter((secret) => secret.length >= SECRET_MIN_CHARS);
    return secrets.sort((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

/** Name and password as they go into a header: UTF-8 in base64 (RFC 7617 section 2). */
export function toBasic({ username, password }: { readonly username: string; readonly password: string }): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

function secretsOf(credential: Credential): readonly string[] {
  switch (credential.type) {
    case "bearer":
      return [credential.token];
    case "basic":
      return [credential.password, toBasic(credential)];
    case "apiKey":
      return [credential.value];
    default:
      return [credential.clientSecret];
  }
}

/** As it is, as a URL has it, and as JSON has it: JavaScript's, PHP's with its slashes, and what keeps to ASCII. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [secret, encode(secret), ...[json, ascii].flatMap((text) => [text, text.replaceAll("/", "\\/")])];
}
