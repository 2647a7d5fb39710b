// Server-sent events as they come (WHATWG HTML, "9.2.6 Interpreting an event stream"): comments ignored, any line
// ending, data over several lines, pieces cut anywhere. An event has a bound, the stream has none.

export interface ServerEvent {
  readonly data: string;
  readonly id: string | undefined;
  /** What the server wants to be waited before a reconnection, in milliseconds. */
  readonly retryMs: number | undefined;
}

/**
 * The events of a stream of bytes.
 * @throws RangeError for an event that is longer than `maxChars`
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>, maxChars: number): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const parser = new EventParser(maxChars);
  for await (const chunk of chunks) yield* parser.push(decoder.decode(chunk, { stream: true }));
}

/** The name of a field, and the lines before it in the same piece. */
const LINE_SPARE_CHARS = 131_072;

class EventParser {
  readonly #maxChars: number;
  /** An unfinished line, in pieces: joined once its end is there, as a long one may come in thousands. */
  #unfinished: string[] = [];
  #unfinishedChars = 0;
  #data: string[] = [];
  #chars = 0;
  #type = "";
  #id: string | undefined;
  #retryMs: number | undefined;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  *push(text: string): Generator<ServerEvent> {
    this.#unfinished.push(text);
    this.#unfinishedChars += text.length;
    if (this.#unfinishedChars > this.#maxChars + LINE_SPARE_CHARS) throw this.#tooLong();
    if (!/[\r\n]/.test(text)) return;
    const whole = this.#unfinished.join("");
    let start = 0;
    for (let end = findLineEnd(whole, start); end !== undefined; end = findLineEnd(whole, start)) {
      const event = this.#line(whole.slice(start, end.at));
      start = end.next;
      if (event !== undefined) yield event;
    }
    this.#unfinished = [whole.slice(start)];
    this.#unfinishedChars = whole.length - start;
  }

  #line(line: string): ServerEvent | undefined {
    if (line === "") return this.#dispatch();
    if (line.startsWith(":")) return undefined;
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") {
      this.#chars += value.length;
      if (this.#chars > this.#maxChars) throw this.#tooLong();
      this.#data.push(value);
    } else if (field === "event") this.#type = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.#retryMs = Number(value);
    return undefined;
  }

  /** An event without data only carries its id and retry; of another type than messages have, its data is none of ours. */
  #dispatch(): ServerEvent | undefined {
    const isMessage = this.#type === "" || this.#type === "message";
    const event = { data: isMessage ? this.#data.join("\n") : "", id: this.#id, retryMs: this.#retryMs };
    const isEmpty = this.#data.length === 0 && this.#retryMs === undefined && this.#id === undefined;
    this.#data = [];
    this.#chars = 0;
    this.#type = "";
    this.#retryMs = undefined;
    return isEmpty ? undefined : event;
  }

  #tooLong(): RangeError {
    return new RangeError(`an event has more than ${this.#maxChars} characters`);
  }
}

/** A carriage return at the very end may be half of a line ending, so it waits for what follows. */
function findLineEnd(text: string, start: number): { readonly at: number; readonly next: number } | undefined {
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10) return { at: index, next: index + 1 };
    if (code !== 13) continue;
    if (index + 1 === text.length) return undefined;
    return { at: index, next: text.charCodeAt(index + 1) === 10 ? index + 2 : index + 1 };
  }
  return undefined;
}
