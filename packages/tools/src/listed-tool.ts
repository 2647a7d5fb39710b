// A tool as another server lists it, and its results as that server gives them: read once, at the door.

import {
  FAILURE_CLASSES,
  type FailureClass,
  isObject,
  type JsonSchema,
  MCP_META,
  META,
  type ToolAnnotations,
  type ToolResult,
} from "@toolcrib/core";
import type { Listing } from "./forwarded.ts";

/** An entry of another server's `tools/list`, as far as it is read. */
export interface ListedTool extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

export function isListedTool(value: unknown): value is ListedTool {
  return isObject(value) && typeof value.name === "string" && isObject(value.inputSchema);
}

/** What a model chooses by; a tool without a description has its name. */
export function describeListed({ description, title, name }: ListedTool): string {
  return [description, title, name].find((text) => typeof text === "string" && text.trim() !== "") as string;
}

/** The rest of the listing, in the server's own words; what is not of its kind is left out, as clients drop a whole list over it. */
export function toListing({ title, icons, annotations, _meta }: ListedTool): Listing {
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(Array.isArray(icons) ? { icons: icons.filter(isIcon) } : {}),
    ...(isObject(annotations) ? { annotations: readAnnotations(annotations) } : {}),
    ...(isObject(_meta) ? { _meta } : {}),
  };
}

function isIcon(icon: unknown): boolean {
  if (!isObject(icon)) return false;
  const { src, mimeType = "", sizes = [], theme = "light" } = icon;
  const isSized = Array.isArray(sizes) && sizes.every((size) => typeof size === "string");
  return typeof src === "string" && typeof mimeType === "string" && isSized && (theme === "light" || theme === "dark");
}

function readAnnotations(annotations: Readonly<Record<string, unknown>>): ToolAnnotations {
  const isOfItsKind = ([name, value]: readonly [string, unknown]) =>
    name === "title" ? typeof value === "string" : !name.endsWith("Hint") || typeof value === "boolean";
  return Object.fromEntries(Object.entries(annotations).filter(isOfItsKind));
}

/** The server's result. Of `_meta`, names that are ours say what this engine says, so the server's own are left out. */
export function toForwardedResult({ content, structuredContent, isError, _meta }: Readonly<Record<string, unknown>>): ToolResult {
  const meta = Object.entries(isObject(_meta) ? _meta : {}).filter(([key]) => !OURS.test(key));
  const failed = isError === true ? { [META.errorType]: toFailureClass(_meta) } : {};
  return {
    content: (Array.isArray(content) ? content : []) as ToolResult["content"],
    // A result of a call that failed carries none: it would not fit the output schema.
    ...(structuredContent === undefined || isError === true ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
    _meta: { ...Object.fromEntries(meta), ...failed },
  };
}

const OURS = new RegExp(`^(agent-runtime/|${MCP_META.serverInfo}$)`);

function toFailureClass(meta: unknown): FailureClass {
  const carried = isObject(meta) ? meta[META.errorType] : undefined;
  return FAILURE_CLASSES.find((name) => name === carried) ?? "unknown";
}
