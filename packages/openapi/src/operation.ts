// One operation of an API, whichever version of the specification described it, or a person by hand.

import type { Located } from "./references.ts";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** Methods that no `fetch` sends (fetch standard, forbidden method). */
export const FORBIDDEN_METHODS: readonly string[] = ["CONNECT", "TRACE", "TRACK"];

/** Methods with which it sends no body. */
export const BODILESS_METHODS: readonly string[] = ["GET", "HEAD"];

/**
 * Headers that are not described as parameters (Parameter Object, `name`), and those of the connection, by which a value
 * would decide where a request ends or whose it is.
 */
export const NOT_PARAMETERS: readonly string[] = [
  "accept",
  "content-type",
  "authorization",
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
];

/** Methods that change nothing (RFC 9110 section 9.2.1; 3.2 for QUERY). */
export const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"];

export type ParameterLocation = "path" | "query" | "header" | "cookie" | "querystring";

export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "tabDelimited" | "deepObject" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Located;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** The parameter's value is written in this media type, whatever its style. */
  readonly contentType?: string;
}

/** How one property of a form or multipart body is written (Encoding Object). */
export interface Encoding {
  readonly contentType?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export interface Body {
  readonly required: boolean;
  readonly description?: string;
  readonly mediaType: string;
  readonly schema: Located;
  readonly encodings: Readonly<Record<string, Encoding>>;
}

/** Each set is one way in; all schemes of a set are needed together. */
export type SecuritySets = readonly Readonly<Record<string, readonly string[]>>[];

export interface Operation {
  /** Upper case. */
  readonly method: string;
  /** As the document writes it, with `{name}` where values go. */
  readonly path: string;
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly unknown[];
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** Undefined where the document says nothing of security. */
  readonly security: SecuritySets | undefined;
  /** Base URL, resolved as far as it can be; undefined where nothing says it. */
  readonly server: string | undefined;
  /** The schema of the answer, for the lowest 2xx status with JSON. Looked for when it is asked for. */
  readonly response: () => Located | undefined;
  /** What `x-mcp` says of it: of the document, its path, itself; empty where none says anything. */
  readonly extensions: readonly unknown[];
  readonly pointer: string;
}
