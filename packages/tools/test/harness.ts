// What a test of one call needs: a prepared tool and a request with nothing special in it.

import { ANONYMOUS } from "@toolcrib/core";
import { CallAbort, type CallRequest, createToolset, type PreparedTool, type Progress, runCall, type Tool } from "@toolcrib/tools/run";

export function prepare(definition: Tool, env?: Readonly<Record<string, string>>): PreparedTool {
  return createToolset({ it: definition }, env).get("it") as PreparedTool;
}

export function request(overrides: Partial<CallRequest> = {}): CallRequest {
  return {
    arguments: {},
    identity: ANONYMOUS,
    callId: "call-1",
    idempotencyKey: "key-1",
    answers: [],
    approved: false,
    abort: new CallAbort(),
    ...overrides,
  };
}

/** Runs a call to its end and gives back what the model reads, with every progress report on the way. */
export async function call(
  definition: Tool,
  args: unknown = {},
  overrides: Partial<CallRequest> & { readonly env?: Readonly<Record<string, string>> } = {},
) {
  const progress: Progress[] = [];
  const { env, ...rest } = overrides;
  const end = await runCall(prepare(definition, env), request({ arguments: args, onProgress: (report) => progress.push(report), ...rest }));
  if (end.type === "question") return { question: end.question, asks: end.asks, progress };
  if (end.type === "forwarded") throw new Error("only tools that forward pass questions on");
  const [block] = end.result.content;
  return { result: end.result, text: block?.type === "text" ? block.text : undefined, progress };
}
