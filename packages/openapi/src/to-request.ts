// Arguments in, a request out: method, URL, headers, body. What each part costs to find out is found out once; a request
// is then a walk over its parameters. Nothing a model says can change where it goes: every value is encoded where it
// stands, a path that would climb is refused, and the server comes from the document and the operator alone.

import { CallError } from "@toolcrib/core";
import { kindOf } from "./media-type.ts";
import type { WrittenBody } from "./multipart.ts";
import { type Encode, textOf, writeStyle } from "./parameter-style.ts";
import { encode, encodeReserved, encodeReservedInPath } from "./percent-encode.ts";
import { writeBody, writeForm } from "./request-body.ts";
import type { RequestShape, ShapedParameter } from "./request-shape.ts";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** By their names as the document writes them. */
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Writes requests of one operation. */
export type RequestWriter = (args: Arguments) => HttpRequest;

/** @throws CallError `not_configured` by the writer where no server is known; `invalid_args` for values no request can carry */
export function createRequestWriter(shape: RequestShape): RequestWriter {
  const { method, server, body } = shape;
  const writePath = createPathWriter(shape);
  const query = shape.parameters.filter((parameter) => parameter.in === "query" || parameter.in === "querystring");
  const headers = shape.parameters.filter((parameter) => parameter.in === "header");
  const cookies = shape.parameters.filter((parameter) => parameter.in === "cookie");
  return (args) => {
    if (server === undefined)
      throw new CallError(`no server is known for ${method} ${shape.path}; say one as "server" where the tools are made`, {
        code: "not_configured",
      });
    const written: Record<string, string> = {};
    for (const parameter of headers) writeHeader(written, parameter, args);
    const cookie = writeAll(cookies, args, "; ");
    if (cookie !== "") written.cookie = cookie;
    const search = writeAll(query, args, "&");
    const base = server + writePath(args);
    const url = search === "" ? base : `${base}?${search}`;
    const sent = body === undefined ? undefined : writeBody(body, args[body.argument]);
    if (sent === undefined) return { method, url, headers: written };
    return withBody({ method, url, headers: written }, sent);
  };
}

function withBody(request: HttpRequest, { contentType, body }: WrittenBody): HttpRequest {
  request.headers["content-type"] = contentType;
  return { ...request, body };
}

/** The path with its values; the parts between are fixed. */
function createPathWriter({ path, parameters }: RequestShape): (args: Arguments) => string {
  const own = parameters.filter((parameter) => parameter.in === "path");
  const parts = path.split(/\{([^{}]+)\}/);
  const literals = parts.map((part, index) => (index % 2 === 0 ? encodeLiteral(part) : part));
  const values = parts.map((part, index) => (index % 2 === 1 ? own.find(({ name }) => name === part) : undefined));
  return (args) => {
    let written = "";
    for (const [index, parameter] of values.entries()) {
      if (parameter === undefined) written += index % 2 === 0 ? literals[index] : `%7B${encode(literals[index] ?? "")}%7D`;
      else written += writePathValue(parameter, args);
    }
    if (own.length > 0) refuseClimbing(written);
    return written;
  };
}

/** A document's own path may have a space or worse; what it has of reserved characters it means. */
function encodeLiteral(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/g, (character) => encode(character));
}

function writePathValue(parameter: ShapedParameter, args: Arguments): string {
  const text = writeParameter(parameter, args, parameter.allowReserved ? encodeReservedInPath : encode) ?? "";
  if (text === "")
    throw new CallError(`${parameter.argument} is empty, and the path would be another one without it`, { code: "invalid_args" });
  return text;
}

/** A segment of dots, plain or encoded, is taken out of a URL together with what stands before it (WHATWG URL, path state). */
function refuseClimbing(path: string): void {
  if (/(^|\/)(\.|%2[eE]){1,2}(\/|$)/.test(path))
    throw new CallError("a value in the path is . or .., which would lead to another path", { code: "invalid_args" });
}

function writeHeader(headers: Record<string, string>, parameter: ShapedParameter, args: Arguments): void {
  const text = writeParameter(parameter, args, (value) => value);
  if (text === undefined) return;
  // Outside these a value would end its line, or could not be sent (RFC 9110 section 5.5).
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
    throw new CallError(`${parameter.argument} has characters that a header can't carry`, { code: "invalid_args" });
  headers[parameter.name.toLowerCase()] = text;
}

function writeAll(parameters: readonly ShapedParameter[], args: Arguments, between: string): string {
  let written = "";
  for (const parameter of parameters) {
    const text = parameter.in === "querystring" ? writeQueryString(parameter, args) : writeParameter(parameter, args, encodeFor(parameter));
    if (text !== undefined && text !== "") written += written === "" ? text : between + text;
  }
  return written;
}

function encodeFor({ argument, style, contentType, allowReserved }: ShapedParameter): Encode {
  if (style === "cookie" && contentType === undefined) return (text) => refuseEndOfCookie(argument, text);
  return allowReserved ? encodeReserved : encode;
}

/** Nothing is encoded in the style of cookies, so what would end one, or the header, can't be sent (RFC 6265 section 4.1.1). */
function refuseEndOfCookie(argument: string, text: string): string {
  if (/[^\x20-\x3a\x3c-\x7e]/.test(text))
    throw new CallError(`${argument} has characters that a cookie can't carry; say them encoded`, { code: "invalid_args" });
  return text;
}

/** What was given, and not what every object has: a parameter may be named `constructor`. */
function argumentOf(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** @returns the value as it stands in its place, with its name where it has one there */
function writeParameter(parameter: ShapedParameter, args: Arguments, encodeValue: Encode): string | undefined {
  const { name, style, explode, contentType } = parameter;
  const value = argumentOf(args, parameter.argument);
  if (value === undefined) return undefined;
  if (contentType !== undefined) return writeContent(parameter, value, encodeValue);
  return writeStyle(style, { name, value, explode, encode: encodeValue });
}

function writeContent({ name, in: location, contentType = "" }: ShapedParameter, value: unknown, encodeValue: Encode): string {
  const text = kindOf(contentType) === "json" ? JSON.stringify(value) : textOf(value);
  return location === "query" || location === "cookie" ? `${encode(name)}=${encodeValue(text)}` : encodeValue(text);
}

/** `in: querystring` (3.2): the whole query is one value, written in its media type. */
function writeQueryString(
  { argument, contentType = "application/x-www-form-urlencoded" }: ShapedParameter,
  args: Arguments,
): string | undefined {
  const value = argumentOf(args, argument);
  if (value === undefined || value === null) return undefined;
  if (kindOf(contentType) !== "form" || typeof value !== "object")
    return encode(kindOf(contentType) === "json" ? JSON.stringify(value) : textOf(value));
  return writeForm({ argument, encodings: {} }, value);
}
