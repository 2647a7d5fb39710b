// How a value is written where it goes (Parameter Object, "Style Values" and "Style Examples"; RFC 6570). Each style is one
// function from a value to text; what is undefined or null is not there.

import type { Style } from "./operation.ts";

export type Encode = (text: string) => string;

export interface StyleRequest {
  readonly name: string;
  readonly value: unknown;
  readonly explode: boolean;
  readonly encode: Encode;
}

/** The text of a value with its name where the style has one; undefined where nothing is to be written. */
export function writeStyle(style: Style, request: StyleRequest): string | undefined {
  if (request.value === undefined || request.value === null) return undefined;
  return (STYLES[style] ?? form)(request);
}

const STYLES: Readonly<Record<Style, (request: StyleRequest) => string | undefined>> = {
  simple: ({ value, explode, encode }) => joined(value, { explode, encode, between: "," }),
  label: ({ value, explode, encode }) => `.${joined(value, { explode, encode, between: explode ? "." : "," })}`,
  matrix,
  form,
  spaceDelimited: (request) => delimited(request, "%20"),
  pipeDelimited: (request) => delimited(request, "%7C"),
  tabDelimited: (request) => delimited(request, "%09"),
  deepObject,
  cookie: (request) => form(request, "; "),
};

/** A value inside a list: JSON where it is neither text, number nor boolean. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
}

interface Joining {
  readonly explode: boolean;
  readonly encode: Encode;
  readonly between: string;
}

function joined(value: unknown, { explode, encode, between }: Joining): string {
  if (Array.isArray(value)) return itemsOf(value).map(encode).join(between);
  if (typeof value !== "object") return encode(textOf(value));
  const members = membersOf(value as object);
  return members.map(([key, member]) => encode(key) + (explode ? "=" : ",") + encode(member)).join(explode ? between : ",");
}

function matrix({ name, value, explode, encode }: StyleRequest): string {
  const own = encode(name);
  const one = (key: string, text: string) => (text === "" ? `;${key}` : `;${key}=${text}`);
  if (explode && Array.isArray(value))
    return itemsOf(value)
      .map((item) => one(own, encode(item)))
      .join("");
  if (explode && typeof value === "object")
    return membersOf(value as object)
      .map(([key, member]) => one(encode(key), encode(member)))
      .join("");
  return one(own, joined(value, { explode: false, encode, between: "," }));
}

function form({ name, value, explode, encode }: StyleRequest, between = "&"): string | undefined {
  const own = encode(name);
  if (Array.isArray(value)) {
    const items = itemsOf(value).map(encode);
    if (items.length === 0) return undefined;
    return explode ? items.map((item) => `${own}=${item}`).join(between) : `${own}=${items.join(",")}`;
  }
  if (typeof value !== "object") return `${own}=${encode(textOf(value))}`;
  const members = membersOf(value as object);
  if (members.length === 0) return undefined;
  if (explode) return members.map(([key, member]) => `${encode(key)}=${encode(member)}`).join(between);
  return `${own}=${joined(value, { explode: false, encode, between: "," })}`;
}

/** Lists in one value. Exploded there is nothing to delimit, and it is a form. */
function delimited(request: StyleRequest, delimiter: string): string | undefined {
  const { name, value, explode, encode } = request;
  if (explode || typeof value !== "object") return form(request);
  const parts = Array.isArray(value) ? itemsOf(value) : membersOf(value as object).flat();
  return parts.length === 0 ? undefined : `${encode(name)}=${parts.map(encode).join(delimiter)}`;
}

/** Brackets for members. The specification stops at one level; deeper ones go on the same way, a list repeats its name. */
function deepObject({ name, value, encode }: StyleRequest): string | undefined {
  const parts: string[] = [];
  const write = (key: string, member: unknown) => {
    if (member === undefined || member === null) return;
    if (Array.isArray(member)) for (const item of member) write(key, item);
    else if (typeof member === "object") for (const [inner, below] of Object.entries(member)) write(`${key}[${inner}]`, below);
    else parts.push(`${encode(key)}=${encode(textOf(member))}`);
  };
  write(name, value);
  return parts.length === 0 ? undefined : parts.join("&");
}

function itemsOf(list: readonly unknown[]): readonly string[] {
  return list.filter((item) => item !== undefined && item !== null).map(textOf);
}

function membersOf(object: object): readonly (readonly [string, string])[] {
  return Object.entries(object)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([key, member]) => [key, textOf(member)] as const);
}
