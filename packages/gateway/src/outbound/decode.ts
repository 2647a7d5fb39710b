// An answer's content coding, undone. Nothing asks for one unless the caller does: what a tool answers is small, and
// costs more to decompress than to carry. A server may send one all the same (RFC 9110 section 12.5.3). A coding that is
// not here, or several on top of each other, stay as they came; those bytes are counted like others.

import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { OutboundError } from "./outbound-error.ts";
import { type BodyWriter, ResponseBody, type ResponseBodyOptions } from "./response-body.ts";

/** @returns the body a reader gets, and what the transport writes to */
export function openBody(
  coding: string | null,
  options: ResponseBodyOptions,
): { readonly body: ResponseBody; readonly writer: BodyWriter } {
  const create = coding === null ? undefined : DECODERS.get(coding.trim().toLowerCase());
  if (create === undefined) {
    const body = new ResponseBody(options);
    return { body, writer: body };
  }
  const decoder = new Decoder(create, options);
  return { body: decoder.body, writer: decoder };
}

// A stream that ends early is read as far as it goes, as browsers and Node's fetch do: servers send such ones.
const GZIP = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

type CreateDecoder = (first: Uint8Array) => Transform;

const DECODERS: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ["gzip", () => createGunzip(GZIP)],
  ["x-gzip", () => createGunzip(GZIP)],
  ["br", () => createBrotliDecompress(BROTLI)],
  // By its name it has zlib's header; some servers leave it out.
  ["deflate", (first) => (((first[0] ?? 0) & 0x0f) === 0x08 ? createInflate(GZIP) : createInflateRaw(GZIP))],
]);

class Decoder implements BodyWriter {
  readonly body: ResponseBody;
  readonly #create: CreateDecoder;
  readonly #options: ResponseBodyOptions;
  /** Made of the first piece: an answer without a body may name a coding too. */
  #stream: Transform | undefined;

  constructor(create: CreateDecoder, options: ResponseBodyOptions) {
    this.#create = create;
    this.#options = options;
    // What is decompressed waits for its reader; what is not waits for the decoder.
    const flow = {
      pause: () => void this.#stream?.pause(),
      resume: () => void this.#stream?.resume(),
      abort: (reason: Error) => {
        this.#stream?.destroy();
        options.flow.abort(reason);
      },
    };
    this.body = new ResponseBody({ ...options, flow });
  }

  push(chunk: Uint8Array): void {
    this.#stream ??= this.#open(chunk);
    if (!this.#stream.destroyed && !this.#stream.write(chunk)) this.#options.flow.pause();
  }

  end(): void {
    if (this.#stream === undefined) this.body.end();
    else this.#stream.end();
  }

  fail(error: unknown): void {
    this.body.fail(error);
    this.#stream?.destroy();
  }

  #open(first: Uint8Array): Transform {
    const { flow, host } = this.#options;
    return this.#create(first)
      .on("data", (chunk: Uint8Array) => this.body.push(chunk))
      .on("end", () => this.body.end())
      .on("drain", () => flow.resume())
      .on("error", (cause) => {
        this.body.fail(
          new OutboundError("outbound_unreachable", `${host} sent an answer that can't be decompressed`, { cause, wasSent: true }),
        );
        flow.abort(cause);
      });
  }
}
