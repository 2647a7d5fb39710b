// A credential for an API as a person gives it: best as the name of an environment variable, as a command line is seen
// by every user of the machine and kept by the shell.

import type { Auth } from "@toolcrib/openapi";
import { UsageError } from "./usage-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How each option's text becomes a credential; every one has a twin with `-env` that names a variable. */
const CREDENTIALS: Readonly<Record<string, (text: string) => Auth>> = {
  bearer: (token) => ({ type: "bearer", token }),
  basic: toBasic,
  "api-key": (value) => ({ type: "apiKey", value }),
};

/** The options, for `parseArgs`. */
export const CREDENTIAL_OPTIONS = {
  bearer: { type: "string" },
  "bearer-env": { type: "string" },
  basic: { type: "string" },
  "basic-env": { type: "string" },
  "api-key": { type: "string" },
  "api-key-env": { type: "string" },
} as const;

/** @throws UsageError for two credentials, an empty one, or a variable that is not set */
export function readCredential(values: Readonly<Record<string, unknown>>, environment: Environment): Auth | undefined {
  const given = Object.keys(CREDENTIAL_OPTIONS).filter((option) => typeof values[option] === "string");
  const [option] = given;
  if (option === undefined) return undefined;
  if (given.length > 1) throw new UsageError(`${given.map((name) => `--${name}`).join(" and ")} are given; one credential is sent`);
  const name = option.replace(/-env$/, "");
  const text = name === option ? String(values[option]) : fromEnvironment(option, String(values[option]), environment);
  if (text === "") throw new UsageError(`--${option} is empty; give it a credential`);
  return CREDENTIALS[name]?.(text);
}

function fromEnvironment(option: string, name: string, environment: Environment): string {
  const text = environment[name];
  if (text === undefined || text === "")
    throw new UsageError(`--${option} names the variable ${name}, which is not set; set it, or name another`);
  return text;
}

function toBasic(text: string): Auth {
  const colon = text.indexOf(":");
  // What was given is not quoted: it may be half a secret.
  if (colon < 0) throw new UsageError("--basic takes user:password, and no colon is there");
  return { type: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) };
}
