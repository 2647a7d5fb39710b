// What a caller can see of an answer, in one line, so that two answers can be compared and a difference written down.
// Texts of errors are left out: they are everybody's own.

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly progressToken?: unknown };
  readonly error?: { readonly code: number };
  readonly result?: Result;
}

interface Result {
  readonly protocolVersion?: string;
  readonly supportedVersions?: readonly string[];
  readonly capabilities?: unknown;
  readonly tools?: readonly { readonly name: string }[];
  readonly ttlMs?: unknown;
  readonly resultType?: string;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
}

const SHORT: Readonly<Record<string, string>> = { "application/json": "json", "text/event-stream": "stream" };
const TEXT_MAX_CHARS = 20;
const MESSAGES_MAX = 4;

/** Status, media type, and what each message says; of an endless stream the first message only. */
export async function observe(response: Response, { endless = false }: { readonly endless?: boolean } = {}): Promise<string> {
  const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "-";
  const type = SHORT[mediaType] ?? mediaType;
  const text = endless ? await firstEvent(response) : await response.text();
  const allow = response.headers.get("allow");
  return [`${response.status} ${type}`, ...(allow === null ? [] : [`allow ${allow}`]), describeBody(type, text)].join(" | ");
}

async function firstEvent(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader !== undefined && !text.includes("\n\n")) text += (await reader.read()).value ?? "\n\n";
  await reader?.cancel();
  return text;
}

function describeBody(type: string, text: string): string {
  if (text === "") return "empty";
  if (type === "stream") return firstFew(toData(text).map((data) => describe(JSON.parse(data)))).join(" > ");
  if (type !== "json") return "text";
  const body: unknown = JSON.parse(text);
  return Array.isArray(body) ? `[${firstFew(body.map(describe)).join(", ")}]` : describe(body as Message);
}

/** The data of each event that has any; comments and priming events have none. */
function toData(stream: string): readonly string[] {
  return stream.split("\n\n").flatMap((event) => {
    const data = event
      .split("\n")
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []))
      .join("\n");
    return data === "" ? [] : [data];
  });
}

function firstFew(messages: readonly string[]): readonly string[] {
  const more = messages.length - MESSAGES_MAX;
  return more > 0 ? [...messages.slice(0, MESSAGES_MAX), `and ${more} more`] : messages;
}

function describe(message: Message): string {
  if (message.method !== undefined)
    return (
      message.method.replace("notifications/", "") +
      ("progressToken" in (message.params ?? {}) ? ` ${JSON.stringify(message.params?.progressToken)}` : "")
    );
  const id = "id" in message ? `id ${cut(JSON.stringify(message.id))}` : "no id";
  return `${message.error === undefined ? describeResult(message.result ?? {}) : `error ${message.error.code}`}, ${id}`;
}

function describeResult(result: Result): string {
  const { protocolVersion, supportedVersions, capabilities, tools, content, structuredContent } = result;
  if (protocolVersion !== undefined) return `initialized ${protocolVersion} ${JSON.stringify(capabilities)}`;
  if (supportedVersions !== undefined) return `discovered ${supportedVersions.join(" ")} ${JSON.stringify(capabilities)}`;
  const cacheable = result.ttlMs === undefined ? "" : " cacheable";
  if (tools !== undefined) return `tools ${tools.map(({ name }) => name).join(" ")}${cacheable}`;
  if (result.isError === true) return "isError";
  if (result.resultType === "input_required") return "input_required";
  const structured = structuredContent === undefined ? "" : ` structured ${JSON.stringify(structuredContent)}`;
  return content === undefined ? "result" : `says ${cut(content.map(({ text }) => text).join(" "))}${structured}`;
}

function cut(text: string): string {
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS)}…` : text;
}
