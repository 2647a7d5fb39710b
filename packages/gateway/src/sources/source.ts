// Where tools come from, behind one interface. What a source lists is plain JSON, so that it can be held and compared.

import type { JsonSchema, SourceKind, ToolAnnotations, ToolContract } from "@toolcrib/core";
import type { ToolContext } from "@toolcrib/tools/run";

/** One tool as its source describes it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly icons?: readonly unknown[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** What the source declares of it, where it is trusted to know: our own tools. */
  readonly contract?: ToolContract;
}

export interface SourceListing {
  readonly tools: readonly OfferedTool[];
  /** Entries that can't be used, by whatever name they have. */
  readonly unusable: readonly { readonly name: string; readonly detail: string }[];
  /** What calling these tools takes besides, to be held with them: an API's document. */
  readonly material?: string;
}

export interface Source {
  readonly kind: SourceKind;
  /**
   * What it offers now.
   * @throws UpstreamError, StartError, or the signal's reason
   */
  list(signal: AbortSignal): Promise<SourceListing>;
  /** Runs a call. @returns what a handler returns @throws what a handler throws */
  call(tool: OfferedTool, args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<unknown>;
  /** From now on calls go by this held material, not by what was listed last. */
  hold?(material: string): Promise<void>;
  /** Ends every session and child. */
  close(): Promise<void>;
}

/** What a source tells whoever keeps it. */
export interface SourceEvents {
  /** What it offers may be different now. */
  readonly onChange: () => void;
  /** Its session or process ended, and not because it was told to. */
  readonly onEnd: () => void;
  /** A sentence for the operator's log. */
  readonly warn: (problem: string) => void;
  /** Takes the operator's secrets out of a text: `warn` does it too, and is too late for what is cut. */
  readonly mask: (text: string) => string;
}
