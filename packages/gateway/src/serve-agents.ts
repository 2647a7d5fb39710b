// One handler a template: its tools, for the holder of its token and for every user's agent that is made from it.

import { randomBytes } from "node:crypto";
import type { ToolHandler } from "@toolcrib/server";
import { type LiveTools, serveLiveTools } from "@toolcrib/server/run";
import type { GatewayOptions } from "./gateway-options.ts";
import type { AgentCaller, AgentTokens } from "./identity/agent-tokens.ts";
import type { StateStore } from "./state/state-store.ts";

export interface AgentServing {
  /** As it is now. */
  readonly tenant: () => string;
  readonly tokens: AgentTokens;
  readonly store: StateStore;
  readonly origin: string;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly onError: GatewayOptions["onError"];
}

export class AgentHandlers {
  readonly #parts: AgentServing;
  readonly #stateKeys: readonly string[];
  readonly #handlers = new Map<string, ToolHandler>();

  constructor(parts: AgentServing) {
    this.#parts = parts;
    // One key for all instances over a store, so that each reads what another asked.
    this.#stateKeys = [parts.store.secret("request-state", () => randomBytes(32).toString("base64url"))];
  }

  find(template: string): ToolHandler | undefined {
    return this.#handlers.get(template);
  }

  /** Serves these templates. One that stays keeps its subscriptions; of one that is gone they end, and its calls end by themselves. */
  replace(templates: ReadonlyMap<string, LiveTools>): void {
    for (const [name, handler] of this.#handlers) {
      if (templates.has(name)) continue;
      this.#handlers.delete(name);
      handler.close();
    }
    for (const [name, live] of templates) if (!this.#handlers.has(name)) this.#handlers.set(name, this.#serve(name, live));
  }

  /** Ends every subscription. */
  close(): void {
    for (const handler of this.#handlers.values()) handler.close();
  }

  #serve(template: string, live: LiveTools): ToolHandler {
    const { tenant, tokens, origin, log, now, onError } = this.#parts;
    const verify = ({ token }: { readonly token: string | undefined }) => {
      const caller = token === undefined ? undefined : tokens.find(token);
      return caller?.template === template ? { tenant: tenant(), ...toCaller(caller) } : undefined;
    };
    return serveLiveTools(live, { verify, origin, stateKeys: this.#stateKeys, log, now, ...(onError === undefined ? {} : { onError }) });
  }
}

/** A template that is used directly acts as itself; a user's agent acts for its subject. */
function toCaller(caller: AgentCaller) {
  const actor = `agent:${caller.key}`;
  if (caller.type === "template") return { agent: caller.key, subject: actor, actor };
  const { agent, run } = caller;
  return { agent: agent.key, subject: agent.subject, actor, context: agent.context, ...(run === undefined ? {} : { run }) };
}

/** Refuses everybody as an agent's own handler does. */
export function serveNobody({ origin, log, now }: Pick<AgentServing, "origin" | "log" | "now">): ToolHandler {
  const nothing: LiveTools = { current: new Map(), settling: () => undefined, explain: () => undefined, onChange() {} };
  return serveLiveTools(nothing, { verify: () => undefined, origin, log, now });
}
