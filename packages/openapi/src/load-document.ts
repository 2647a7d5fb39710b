// A document from a file or a URL, with the documents that its references lead to, as far as they are allowed.

import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartError } from "@toolcrib/core";
import { readDocument } from "./document.ts";
import { download } from "./download.ts";
import { toAbsoluteReferences } from "./external-references.ts";

export interface LoadOptions {
  /** Fetches documents from URLs. Required for those. */
  readonly fetch?: typeof globalThis.fetch;
  /** Which further documents may be read: URLs, or folders that end with a slash: `file:///apis/`, `https://api.example.com/`. Default: none. */
  readonly allow?: readonly string[];
}

export interface LoadedDocument {
  readonly document: object;
  /** Where it came from: a relative server starts there. Undefined for a file. */
  readonly documentUrl: string | undefined;
  /** Further documents, for `openApiTools(document, { documents })`. */
  readonly documents: ReadonlyMap<string, unknown>;
  /** Documents that references lead to and that are not allowed. */
  readonly refused: readonly string[];
  /** Allowed documents that could not be read, each with why; what refers to them allows anything. */
  readonly unreadable: readonly string[];
}

/** Documents one load reads. */
const DOCUMENTS_MAX = 5_000;

/**
 * Loads a document.
 * @param source a path, or a `file:`, `https:` or `http:` URL
 * @throws StartError `options_invalid` where it can't be read
 */
export async function loadDocument(source: string | URL, options: LoadOptions = {}): Promise<LoadedDocument> {
  const asked = toUrl(source);
  const allows = createAllowed(options.allow ?? []);
  const { value, url } = await load(asked, options.fetch, () => true);
  const root = toAbsoluteReferences(value, url);
  // References back to the first document name it by its URL.
  const documents = new Map<string, unknown>([[url, root.document]]);
  const refused = new Set<string>();
  const unreadable = new Map<string, string>();
  const waiting = [...root.targets];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    if (documents.has(target) || unreadable.has(target)) continue;
    if (!allows(target)) refused.add(target);
    else {
      if (documents.size > DOCUMENTS_MAX)
        throw new StartError("options_invalid", [`the document refers to more than ${DOCUMENTS_MAX} others`]);
      try {
        const loaded = await load(target, options.fetch, allows);
        const further = toAbsoluteReferences(loaded.value, loaded.url);
        documents.set(target, further.document);
        waiting.push(...further.targets);
      } catch (error) {
        // One file that is missing must not take the others with it.
        unreadable.set(target, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return {
    document: root.document,
    documentUrl: url.startsWith("file:") ? undefined : url,
    documents,
    refused: [...refused],
    unreadable: [...unreadable.values()],
  };
}

function toUrl(source: string | URL): string {
  if (source instanceof URL) return source.href;
  if (!/^(https?|file):/i.test(source)) return pathToFileURL(source).href;
  if (!URL.canParse(source)) throw new StartError("options_invalid", [`${source} is no URL`]);
  return new URL(source).href;
}

/** A beginning ends at a slash: what allows `https://api.example.com` must not allow `https://api.example.com.evil.test`. */
function createAllowed(starts: readonly string[]): (url: string) => boolean {
  const allowed = starts.map((start) => {
    if (!URL.canParse(start))
      throw new StartError("options_invalid", [`"${start}" in allow is no URL; write file:///folder/ or https://host/path/`]);
    return new URL(start);
  });
  return (url) => {
    if (!URL.canParse(url)) return false;
    const { protocol, host, username, password, pathname } = new URL(url);
    return allowed.some(
      (start) =>
        protocol === start.protocol &&
        host === start.host &&
        username + password === "" &&
        (pathname === start.pathname || pathname.startsWith(start.pathname.endsWith("/") ? start.pathname : `${start.pathname}/`)),
    );
  };
}

/** @param allows whether a redirect may be followed */
async function load(
  url: string,
  fetch: typeof globalThis.fetch | undefined,
  allows: (url: string) => boolean,
): Promise<{ readonly value: object; readonly url: string }> {
  try {
    if (url.startsWith("file:")) return { value: await readDocument(await readFile(fileURLToPath(url), "utf8")), url };
    const { text, url: last } = await download(url, fetch, allows);
    return { value: await readDocument(text), url: last };
  } catch (error) {
    throw new StartError("options_invalid", [`${url} can't be read: ${whyOf(error)}`]);
  }
}

/** A code where there is one: a message of the platform's says the path again, a failed fetch's says nothing. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof StartError) return error instanceof Error ? error.message : String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? whyOf(error.cause) : error.message;
}
