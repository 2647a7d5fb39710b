// Why a request was refused, or failed (RFC 9457): one table of what there is, one place where errors become it.

import { type ProblemDetails, StartError } from "@toolcrib/core";
import type { EngineResponse } from "@toolcrib/server/run";
import { NameClash } from "../definition/merge-parts.ts";

const KINDS = {
  invalid: { status: 400, title: "The request is not valid" },
  "key-needed": { status: 401, title: "An operator's key is needed" },
  forbidden: { status: 403, title: "This is not allowed" },
  "not-found": { status: 404, title: "There is no such thing" },
  "wrong-method": { status: 405, title: "This method is not served here" },
  conflict: { status: 409, title: "This does not go with what is there" },
  "too-large": { status: 413, title: "The body is too long" },
  "unsupported-media-type": { status: 415, title: "The body is of another kind than is read here" },
  "too-many-tries": { status: 429, title: "Too many keys were tried in vain" },
  failed: { status: 500, title: "The gateway failed" },
  "not-ready": { status: 503, title: "The gateway is not ready" },
} as const;

export type ProblemKind = keyof typeof KINDS;

interface ProblemOptions {
  readonly problems?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by whoever answers a request. Its texts go on the wire. */
export class ApiProblem extends Error {
  readonly kind: ProblemKind;
  readonly problems: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ProblemKind, detail: string, { problems, headers = {} }: ProblemOptions = {}) {
    super(detail);
    this.name = "ApiProblem";
    this.kind = kind;
    this.problems = problems;
    this.headers = headers;
  }
}

/** What the caller may know of an error; undefined for one that is nobody's business but the operator's. */
export function toKnownProblem(error: unknown): ApiProblem | undefined {
  if (error instanceof ApiProblem) return error;
  if (error instanceof NameClash) return new ApiProblem("conflict", "a name is taken already", { problems: error.clashes });
  if (error instanceof StartError) return new ApiProblem("invalid", toDetail(error.problems), { problems: error.problems });
  return undefined;
}

export function toProblemResponse({ kind, message, problems, headers }: ApiProblem, id: string): EngineResponse {
  const { status, title } = KINDS[kind];
  const details: ProblemDetails = {
    type: `urn:toolcrib:problem:${kind}`,
    title,
    status,
    detail: message,
    instance: id,
    ...(problems === undefined ? {} : { problems }),
  };
  return { status, headers: { "content-type": "application/problem+json", ...headers }, body: JSON.stringify(details) };
}

/** Something that was refused for what is there, not for what was sent. */
export function toConflict(error: unknown): unknown {
  if (!(error instanceof StartError)) return error;
  return new ApiProblem("conflict", toDetail(error.problems), { problems: error.problems });
}

function toDetail(problems: readonly string[]): string {
  return problems.length === 1 ? (problems[0] as string) : `${problems.length} problems`;
}
