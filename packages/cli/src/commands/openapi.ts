import { CREDENTIAL_OPTIONS, readCredential } from "../api-credential.ts";
import { toJsonReport, toTextReport } from "../api-report.ts";
import { readApi } from "../api-tools.ts";
import { parseCallArguments } from "../call-arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { callTool } from "../mcp-call.ts";
import { parseWords } from "../parse-words.ts";
import { printResult } from "../print-result.ts";
import { UsageError } from "../usage-error.ts";

/** `toolcrib openapi <file or URL>`: shows the tools that a document becomes, or calls one. */
export async function openapi(words: readonly string[]): Promise<void> {
  const { source, call, json, all } = readArguments(words);
  const api = await readApi(source, console.error);
  if (call === undefined) return void console.log(json ? toJsonReport(api) : toTextReport(api, { all }));
  const { tool, args } = call;
  if (!api.tools.some(({ name }) => name === tool))
    throw new CommandFailed(`${source.document} has no tool ${tool} among its ${api.tools.length}; without --call they are listed`);
  const result = await callTool({ ...api.caller, tool, args, onProgress: console.error });
  printResult(tool, result, { json });
}

function readArguments(words: readonly string[]) {
  const { values, positionals } = parseWords(words, {
    ...CREDENTIAL_OPTIONS,
    server: { type: "string" },
    allow: { type: "string", multiple: true },
    tag: { type: "string", multiple: true },
    path: { type: "string", multiple: true },
    method: { type: "string", multiple: true },
    id: { type: "string", multiple: true },
    call: { type: "string" },
    all: { type: "boolean" },
    json: { type: "boolean" },
  });
  const [document, ...rest] = positionals;
  if (document === undefined) throw new UsageError("openapi takes a file or a URL, as in: toolcrib openapi ./petstore.yaml");
  if (values.call === undefined && rest.length > 0)
    throw new UsageError(`"${rest[0]}" is for a call; say which tool, as in: toolcrib openapi ${document} --call <tool> ${rest[0]}`);
  return {
    source: {
      document,
      server: values.server === undefined ? undefined : parseServer(values.server),
      allow: values.allow ?? [],
      include: toFilter(values),
      auth: readCredential(values, process.env),
    },
    call: values.call === undefined ? undefined : { tool: values.call, args: parseCallArguments(rest) },
    json: values.json === true,
    all: values.all === true,
  };
}

interface FilterValues {
  readonly tag?: string[] | undefined;
  readonly path?: string[] | undefined;
  readonly method?: string[] | undefined;
  readonly id?: string[] | undefined;
}

function toFilter({ tag, path, method, id }: FilterValues) {
  return {
    ...(tag === undefined ? {} : { tags: tag }),
    ...(path === undefined ? {} : { paths: path }),
    ...(method === undefined ? {} : { methods: method }),
    ...(id === undefined ? {} : { ids: id }),
  };
}

function parseServer(text: string): string {
  if (/^https?:\/\/[^/?#\s@]+(\/[^?#\s]*)?$/i.test(text) && URL.canParse(text)) return text;
  throw new UsageError("--server must be a base URL, as in https://api.example.com/v1, without query, user or password");
}
