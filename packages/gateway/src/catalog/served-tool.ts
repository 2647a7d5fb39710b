// An offered tool made ready to be served: its listing as the source wrote it, its handler forwards.

import { CallError, type CommonSource, compileSchema, StartError, type ToolContract } from "@toolcrib/core";
import { createToolset, forwardedResultOf, forwardedTool, forwardResult, type PreparedTool, type ToolContext } from "@toolcrib/tools/run";
import { maskTexts } from "../calls/mask.ts";
import { toCallError } from "../calls/to-call-error.ts";
import type { OfferedTool, Source } from "../sources/source.ts";

export interface ServedToolParts {
  readonly sourceName: string;
  readonly source: Source;
  readonly settings: Pick<CommonSource, "exposure">;
  readonly timeoutMs: number;
  /** Takes the operator's secrets out of what a source says. */
  readonly mask: (text: string) => string;
}

/** @throws Error with what can't be used of the tool */
export function toServedTool(name: string, offered: OfferedTool, parts: ServedToolParts): PreparedTool {
  const { title, icons, inputSchema, outputSchema, annotations, _meta, contract } = offered;
  const { source, sourceName, settings, timeoutMs, mask } = parts;
  // An API's schemas were written here, keyword by keyword, and there may be thousands.
  const isSound = source.kind === "openapi";
  if (!isSound) for (const schema of [inputSchema, outputSchema]) if (schema !== undefined) compileSchema(schema);
  const execute = async (args: unknown, context: ToolContext) => {
    try {
      return maskFailure(await source.call(offered, args as Readonly<Record<string, unknown>>, context), mask);
    } catch (error) {
      if (context.signal.aborted && error === context.signal.reason) throw error;
      throw toCallError(error, { source: sourceName, effects: contract?.effects ?? "external", mask });
    }
  };
  const declared = toContract(contract, settings, timeoutMs);
  const tool = forwardedTool(
    {
      description: offered.description,
      input: inputSchema,
      ...(outputSchema === undefined ? {} : { output: outputSchema }),
      effects: declared.effects,
      timeoutMs,
      execute,
    },
    {
      title,
      ...(icons === undefined ? {} : { icons }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(_meta === undefined ? {} : { _meta }),
      contract: declared,
      ...(isSound ? { isSound } : {}),
    },
  );
  try {
    return [...createToolset({ [name]: tool }).values()][0] as PreparedTool;
  } catch (error) {
    throw error instanceof StartError ? new CallError(error.problems.join("; ")) : error;
  }
}

/** What a server says of its own failure may quote the credentials it was called with. */
function maskFailure(value: unknown, mask: ServedToolParts["mask"]): unknown {
  const result = forwardedResultOf(value);
  return result?.isError === true ? forwardResult(maskTexts(result, mask)) : value;
}

/** What the gateway itself says of the tool: the source's word where it is trusted, the definition's where it has one. */
function toContract(known: ToolContract | undefined, settings: Pick<CommonSource, "exposure">, timeoutMs: number): ToolContract {
  const exposure = settings.exposure ?? known?.exposure;
  return {
    ...(known ?? { version: 1, effects: "external", approval: "never" }),
    ...(exposure === undefined ? {} : { exposure }),
    timeoutMs,
  };
}
