// A document from a file or a URL, with the documents that its references lead to, as far as they are allowed.

import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject, StartError } from "@toolcrib/core";
import { readDocument } from "./document.ts";
import { resolveUrl } from "./references.ts";

export interface LoadOptions {
  /** Fetches documents from URLs. Required for those. */
  readonly fetch?: typeof globalThis.fetch;
  /** Which further documents may be read, as the beginning of their URL: `file:///apis/`, `https://api.example.com/`. Default: none. */
  readonly allow?: readonly string[];
}

export interface LoadedDocument {
  readonly document: object;
  /** Where it came from: a relative server starts there. Undefined for a file. */
  readonly documentUrl: string | undefined;
  /** Further documents, for `openApiTools(document, { documents })`. */
  readonly documents: ReadonlyMap<string, unknown>;
  /** References that lead to documents that are not allowed. */
  readonly refused: readonly string[];
}

/** Documents one load reads. */
const DOCUMENTS_MAX = 5_000;
/** Bytes of one document. */
const DOCUMENT_MAX_BYTES = 67_108_864;

/**
 * Loads a document.
 * @param source a path, or a `file:`, `https:` or `http:` URL
 * @throws StartError `options_invalid` where it can't be read
 */
export async function loadDocument(source: string | URL, options: LoadOptions = {}): Promise<LoadedDocument> {
  const url = toUrl(source);
  const root = await load(url, options);
  const documents = new Map<string, unknown>();
  const refused = new Set<string>();
  // References of the first document start where it came from, so it is known by that name too.
  const waiting = [{ value: root as unknown, base: url }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of externalReferences(next.value, next.base)) {
      if (documents.has(target) || target === url) continue;
      if (!(options.allow ?? []).some((start) => target.startsWith(start))) {
        refused.add(target);
        continue;
      }
      if (documents.size >= DOCUMENTS_MAX)
        throw new StartError("options_invalid", [`the document refers to more than ${DOCUMENTS_MAX} others`]);
      const value = await load(target, options);
      documents.set(target, value);
      waiting.push({ value, base: target });
    }
  }
  documents.set(url, root);
  return { document: rebase(root, url), documentUrl: url.startsWith("file:") ? undefined : url, documents, refused: [...refused] };
}

function toUrl(source: string | URL): string {
  if (source instanceof URL) return source.href;
  return /^(https?|file):/i.test(source) ? new URL(source).href : pathToFileURL(source).href;
}

async function load(url: string, { fetch }: LoadOptions): Promise<object> {
  try {
    return await readDocument(url.startsWith("file:") ? await readFile(fileURLToPath(url), "utf8") : await download(url, fetch));
  } catch (error) {
    const why =
      error instanceof StartError ? error.message : error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartError("options_invalid", [`${url} can't be read: ${why}`]);
  }
}

async function download(url: string, fetch: typeof globalThis.fetch | undefined): Promise<string> {
  if (fetch === undefined) throw new StartError("options_invalid", ["loadDocument needs fetch for URLs: loadDocument(url, { fetch })"]);
  const response = await fetch(url, { headers: { accept: "application/json, application/yaml, */*;q=0.5" } });
  if (!response.ok) throw new StartError("options_invalid", [`it was answered with ${response.status}`]);
  const text = await response.text();
  if (text.length > DOCUMENT_MAX_BYTES) throw new StartError("options_invalid", [`it is longer than ${DOCUMENT_MAX_BYTES} bytes`]);
  return text;
}

/** Members whose values are data, not descriptions. */
const DATA = new Set(["example", "examples", "default", "enum", "const", "value"]);

/** The documents that references lead to, but for what stands in data or extensions. */
function externalReferences(root: unknown, base: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...value.filter((item) => typeof item === "object" && item !== null));
    if (!isObject(value)) continue;
    if (typeof value.$ref === "string" && !value.$ref.startsWith("#")) found.add(resolveUrl(value.$ref.split("#", 1)[0] ?? "", base));
    for (const [name, member] of Object.entries(value))
      if (typeof member === "object" && member !== null && !name.startsWith("x-") && !DATA.has(name)) waiting.push(member);
  }
  return found;
}

/** The document with its own references to others made absolute: as `openApiTools` gets it, it has no place of its own. */
function rebase(root: object, url: string): object {
  const copy = (value: unknown, isData: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, isData));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const reference = !isData && name === "$ref" && typeof member === "string" && !member.startsWith("#") ? member : undefined;
        if (reference === undefined) return [name, copy(member, isData || DATA.has(name) || name.startsWith("x-"))];
        const [document = "", fragment = ""] = reference.split("#", 2);
        return [name, `${resolveUrl(document, url)}#${fragment}`];
      }),
    );
  };
  return copy(root, false) as object;
}
