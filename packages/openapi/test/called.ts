// One operation, called through to what a model reads, with an API that answers as the test says. `fetch` is an argument
// of ours; over sockets the same runs in tests/openapi.

import { ANONYMOUS, type ToolResult } from "@toolcrib/core";
import { type OpenApiOptions, openApiTools } from "@toolcrib/openapi";
import { CallAbort, createToolset, type PreparedTool, runCall } from "@toolcrib/tools/run";

export interface Called {
  readonly result: ToolResult;
  /** Of the first content block. */
  readonly text: string | undefined;
  readonly logged: readonly string[];
}

export interface Calling extends Partial<OpenApiOptions> {
  /** Members of the document beside its paths. */
  readonly root?: object;
  readonly method?: string;
  readonly abort?: CallAbort;
}

/** @param answer what the API answers, or does when it is asked */
export async function called(answer: typeof globalThis.fetch, { root, method = "get", abort, ...options }: Calling = {}): Promise<Called> {
  const logged: string[] = [];
  const document = {
    openapi: "3.1.1",
    servers: [{ url: "https://api.test/v1" }],
    ...root,
    paths: { "/it": { [method]: { operationId: "it" } } },
  };
  const { tools } = await openApiTools(document, { fetch: answer, log: (line) => logged.push(line), ...options });
  const end = await runCall(createToolset(tools).get("it") as PreparedTool, {
    arguments: {},
    identity: ANONYMOUS,
    callId: "call-1",
    idempotencyKey: "key-1",
    answers: [],
    approved: false,
    abort: abort ?? new CallAbort(),
  });
  if (end.type !== "result") throw new Error("the call asked a question");
  const [block] = end.result.content;
  return { result: end.result, text: block?.type === "text" ? block.text : undefined, logged };
}

/** The API answers with this. */
export function answers(body: BodyInit | null, init: ResponseInit & { readonly type?: string } = {}): typeof globalThis.fetch {
  const { type, headers, ...rest } = init;
  return async () =>
    new Response(body, { ...rest, headers: { ...(type === undefined ? {} : { "content-type": type }), ...(headers as object) } });
}
