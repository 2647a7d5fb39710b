import type { Implementation, RequestStateCodec } from "@toolcrib/core";
import type { FailedCall, Toolset } from "@toolcrib/tools/run";
import type { LiveTools } from "../live-tools.ts";
import type { CallRegistry } from "./call-registry.ts";
import type { Caller, EngineRequest, EngineResponse } from "./http.ts";
import type { RpcNotification, RpcRequest } from "./json-rpc.ts";
import type { Envelope } from "./revisions.ts";
import type { SpentApprovals } from "./spent-approvals.ts";
import type { SubscriptionRegistry } from "./subscription-registry.ts";

/** What an engine is made of: read once at start, the same for every request. */
export interface EngineParts {
  readonly toolset: Toolset;
  /** Where the tools change while they are served. */
  readonly live: LiveTools | undefined;
  readonly serverInfo: Implementation;
  /** The same as JSON: it stands in every result of 2026-07-28. */
  readonly serverInfoJson: string;
  readonly instructions: string | undefined;
  readonly requestStates: RequestStateCodec;
  readonly calls: CallRegistry;
  readonly subscriptions: SubscriptionRegistry;
  readonly spentApprovals: SpentApprovals;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newCallId: () => string;
  /** Answers a caller whose token does not fit the body it came with, or who may not call that tool; undefined where nobody is verified. */
  readonly refuseBody:
    | ((request: EngineRequest, caller: Caller, message: RpcRequest | RpcNotification) => Promise<EngineResponse | undefined>)
    | undefined;
  readonly onError: ((error: unknown, call?: FailedCall) => void) | undefined;
}

/** One request on its way through the engine. */
export interface Exchange {
  readonly parts: EngineParts;
  readonly request: EngineRequest;
  readonly caller: Caller;
  readonly envelope: Envelope;
  readonly message: RpcRequest;
  /** False inside a batch, whose answer is one array. */
  readonly mayStream: boolean;
}
