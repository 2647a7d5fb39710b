// The answer to "why does my agent not have this tool?": for every source its state, for every tool whether the model
// gets it, and if not, why, and what to do about it. The same record decides what is listed and what can be called.

import type { SourceKind } from "./gateway-definition.ts";

/** Every reason, and the way out of it. A tool that is given can have one too: it says what is special about it. */
export const TOOL_REASONS = {
  denied_by_filter: "the source's allowTools or denyTools leave it out; change them",
  not_allowed: "the agent's tools do not name it; add its name or a pattern",
  name_shortened: "its name was longer than 64 characters; it is called by the shortened one",
  name_collision: "another tool of the source has the same name; rename one of them at the source",
  schema_invalid: "its description at the source can't be used; mend it there",
  source_unreachable: "its source does not answer; start it or mend its address, it is tried again by itself",
  source_timeout: "its source did not answer in time; look at the source, it is tried again by itself",
  source_auth_failed: "its source refuses the credentials; mend auth or headers of the source",
  oauth_required: "its source wants a token of an authorization server; get one and write it as auth: { type: bearer }",
  code_mode_only: "its exposure is codemode, and there is no code mode yet; use direct or both",
  added_since_save: "the source offers it since its tools were accepted; accept the source again",
  changed_since_save:
    "the source describes it differently since its tools were accepted; the accepted form is served until you accept the source again",
  gone: "the source no longer offers it; accept the source again to forget it",
  over_limit: "there are more tools than one agent may have; name fewer",
} as const;

export type ToolReason = keyof typeof TOOL_REASONS;

export interface ToolReport {
  /** What the agent calls it. */
  readonly name: string;
  /** What the source calls it. */
  readonly sourceName: string;
  /** The model gets it, and may call it. */
  readonly isGiven: boolean;
  readonly reason?: ToolReason;
  /** What is the matter, where the reason alone does not say it. */
  readonly detail?: string;
  readonly fix?: string;
}

export interface ToolSourceReport {
  readonly source: string;
  readonly kind: SourceKind;
  /** `ok`: it was listed. `stale`: not the last time; the accepted tools are served. `waiting`: not yet. Else why it could not be. */
  readonly status: "ok" | "stale" | "waiting" | SourceFailure;
  /** Why the last list failed, also where the accepted tools are served all the same. */
  readonly reason?: SourceFailure;
  readonly detail?: string;
  readonly fix?: string;
  /** The authorization server whose token it wants (RFC 9728). */
  readonly authorizationServer?: string;
  /** When it was last listed, in ISO 8601. */
  readonly listedAt?: string;
  /** How the source differs from what was accepted. */
  readonly drift?: { readonly added: readonly string[]; readonly changed: readonly string[]; readonly gone: readonly string[] };
  readonly tools: readonly ToolReport[];
}

export type SourceFailure = "source_unreachable" | "source_timeout" | "source_auth_failed" | "oauth_required";
