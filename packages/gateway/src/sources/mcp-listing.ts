// What an MCP server lists, as offered tools: each usable entry, and each unusable one with why.

import { isObject, META, parseToolContract } from "@toolcrib/core";
import { describeListed, isListedTool, type ListedTool, toListing } from "@toolcrib/tools/run";
import type { OfferedTool, SourceListing } from "./source.ts";

/** @param isTrusted the server is one of ours, so that what it declares of its tools is believed */
export function toSourceListing(entries: readonly unknown[], { isTrusted }: { readonly isTrusted: boolean }): SourceListing {
  const tools: OfferedTool[] = [];
  const unusable: { readonly name: string; readonly detail: string }[] = [];
  for (const entry of entries) {
    if (isListedTool(entry) && entry.name !== "") tools.push(toOffered(entry, isTrusted));
    else unusable.push({ name: nameOf(entry), detail: "it has no name or no inputSchema" });
  }
  return { tools, unusable };
}

function toOffered(entry: ListedTool, isTrusted: boolean): OfferedTool {
  const { title, ...listing } = toListing(entry);
  const { [META.tool]: declared, ...meta } = listing._meta ?? {};
  const contract = isTrusted ? parseToolContract(declared) : undefined;
  return {
    name: entry.name,
    description: describeListed(entry),
    ...(title === undefined ? {} : { title }),
    ...(listing.icons === undefined ? {} : { icons: listing.icons }),
    inputSchema: entry.inputSchema,
    ...(isObject(entry.outputSchema) ? { outputSchema: entry.outputSchema } : {}),
    ...(listing.annotations === undefined ? {} : { annotations: listing.annotations }),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    ...(contract === undefined ? {} : { contract }),
  };
}

function nameOf(entry: unknown): string {
  return isObject(entry) && typeof entry.name === "string" && entry.name !== "" ? entry.name : "(without a name)";
}
