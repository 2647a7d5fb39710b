import type { JsonObject } from "./json.ts";

/** Who a call is for and who is acting: what the verifier proved, never what the model said. */
export interface Identity {
  /** The tenant the runtime belongs to. */
  readonly tenant: string;
  /** The agent that calls. */
  readonly agent: string;
  /** Whom the agent acts for. */
  readonly subject: string;
  /** Who is acting now. */
  readonly actor: string;
  /** What the agent's owner attached to it; neither the agent nor the model can change it. */
  readonly context: JsonObject;
  /** The run that the credentials of a custom caller are for, where they are for one alone. */
  readonly run?: string;
  /** How it was proven: a runtime's signed token, the author's own `verify`, or not at all. */
  readonly via: "runtime" | "custom" | "none";
}

/** The identity of every call to a server that was started with `auth: "none"`. */
export const ANONYMOUS: Identity = Object.freeze({
  tenant: "none",
  agent: "none",
  subject: "anonymous",
  actor: "anonymous",
  context: Object.freeze({}),
  via: "none",
});
