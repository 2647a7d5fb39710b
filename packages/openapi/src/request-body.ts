// A body, written in its media type.

import { CallError, isObject } from "@toolcrib/core";
import { toFile } from "./base64.ts";
import { contentTypeOf, kindOf } from "./media-type.ts";
import { type WrittenBody, writeMultipart } from "./multipart.ts";
import type { Encoding } from "./operation.ts";
import { textOf, writeStyle } from "./parameter-style.ts";
import { encodeForm, encodeReserved } from "./percent-encode.ts";
import type { ShapedBody } from "./request-shape.ts";

/** @returns undefined where there is no body */
export function writeBody(shape: ShapedBody, value: unknown): WrittenBody | undefined {
  if (value === undefined) return undefined;
  const contentType = contentTypeOf(shape.mediaType);
  switch (kindOf(shape.mediaType)) {
    case "json":
      return { contentType, body: JSON.stringify(value) };
    case "form":
      return { contentType, body: writeForm(shape, value) };
    case "multipart":
      return writeMultipart(shape, contentType, value);
    case "text":
      return { contentType, body: textOf(value) };
    default:
      return shape.isText ? { contentType, body: textOf(value) } : writeBytes(shape, contentType, value);
  }
}

/** Where a document takes a range of types, a data URL says which one it is. */
function writeBytes({ argument, mediaType }: ShapedBody, contentType: string, value: unknown): WrittenBody {
  const { bytes, mediaType: own } = toFile(argument, value);
  return { contentType: mediaType.includes("*") ? (own ?? contentType) : contentType, body: bytes };
}

/** `application/x-www-form-urlencoded` (Encoding Object): a style where one is said, otherwise by content. */
export function writeForm({ encodings, argument }: Pick<ShapedBody, "encodings" | "argument">, value: unknown): string {
  if (!isObject(value)) throw new CallError(`${argument} is written as a form, so it must be an object`, { code: "invalid_args" });
  return Object.entries(value)
    .map(([name, member]) => writeFormField(name, member, encodings[name] ?? {}))
    .filter((part) => part !== undefined && part !== "")
    .join("&");
}

function writeFormField(name: string, value: unknown, { contentType, style, explode, allowReserved }: Encoding): string | undefined {
  const encode = allowReserved === true ? encodeReserved : encodeForm;
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  // A list repeats its name; another structure is JSON, unless a style says how its members are named.
  if (isStyled || Array.isArray(value) || typeof value !== "object")
    return contentType !== undefined && !isStyled && typeof value === "object"
      ? `${encodeForm(name)}=${encodeForm(JSON.stringify(value))}`
      : writeStyle(style ?? "form", {
          name,
          value,
          explode: explode ?? (style === undefined || style === "form" || style === "deepObject"),
          encode,
        });
  return value === null ? undefined : `${encodeForm(name)}=${encodeForm(JSON.stringify(value))}`;
}
