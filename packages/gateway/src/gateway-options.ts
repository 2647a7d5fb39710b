// What createGateway may be given, and what can be wrong with it, told at start.

import { StartError, toAudience } from "@toolcrib/core";
import type { FailedCall } from "@toolcrib/server";
import type { Environment } from "./definition/values.ts";

export interface GatewayOptions {
  /** The public origin, as `https://gateway.example.com`: the issuer of its tokens, and where its keys and agents are. */
  readonly origin: string;
  /** What `$NAME` in the definition and the `env` names of folder tools stand for. */
  readonly env?: Environment;
  /** The file of the state store. Default: memory, so that each start accepts and signs anew. */
  readonly stateFile?: string;
  /** Seals what the state store holds: 32 bytes or more. Required with `stateFile`; never kept beside it. */
  readonly sealingKey?: string | Uint8Array;
  /** Child processes, folders, loopback, private addresses and plain http: only where the definition is the operator's own. Default: false. */
  readonly allowLocal?: boolean;
  /** The same for what is saved by the API, whose keys may be in other hands. Default: false. */
  readonly allowLocalByApi?: boolean;
  /** What `$NAME` stands for in what is saved by the API. Default: nothing, so that no key of the API reads `env`. */
  readonly apiEnv?: Environment;
  /** Where relative paths of the definition start. Default: the working folder. */
  readonly folder?: string;
  /**
   * The URL of a module that exports `createImporter(folder): (path) => Promise<unknown>`, for folders with TypeScript
   * where Node does not read it. Default: the runtime's own import.
   */
  readonly toolsImporter?: string;
  /** Hears, a sentence each, what an operator should know. Default: `console.warn`. */
  readonly log?: (line: string) => void;
  /** Hears of every failure, whole, with stack and cause; without `call` it was the engine's own. */
  readonly onError?: (error: unknown, call?: FailedCall) => void;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * The canonical origin.
 * @throws StartError `options_invalid` with every problem
 */
export function checkOptions({ origin, stateFile, sealingKey }: GatewayOptions): string {
  const problems: string[] = [];
  const issuer = toOrigin(origin, (problem) => problems.push(`origin "${origin}" ${problem}`));
  if (stateFile !== undefined && sealingKey === undefined)
    problems.push("stateFile needs a sealingKey, which seals what it holds; make one by: openssl rand -base64 32");
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  return issuer;
}

function toOrigin(origin: string, report: (problem: string) => void): string {
  try {
    const issuer = toAudience(String(origin));
    if (new URL(issuer).origin !== issuer) report("has a path; write it as https://gateway.example.com");
    return issuer;
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return origin;
  }
}
