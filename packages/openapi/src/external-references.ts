// References of one document to others, found and made absolute. What stands in data or in an extension is no reference,
// and a member of `properties` that is named `example` or `x-id` is neither data nor an extension.

import { isObject } from "@toolcrib/core";
import { resolveUrl } from "./references.ts";

/** Members whose values are data, not descriptions. */
const DATA = new Set(["example", "examples", "default", "enum", "const", "value"]);

/** Members that hold descriptions by names of the author's. */
const BY_NAME = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "mediaTypes",
  "content",
  "encoding",
]);

/**
 * A copy in which references to other documents are absolute, and the documents they lead to.
 * @param url where the document came from
 */
export function toAbsoluteReferences(document: object, url: string): { readonly document: object; readonly targets: ReadonlySet<string> } {
  const targets = new Set<string>();
  // What YAML's aliases share is shared in the copy too.
  const copies = new Map<object, unknown>();

  const copy = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const made = Array.isArray(value)
      ? value.map(copy)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyMember(name, member)]));
    copies.set(value, made);
    return made;
  };
  const copyMember = (name: string, member: unknown): unknown => {
    if (name === "$ref" && typeof member === "string") return toAbsoluteReference(member);
    if (DATA.has(name) || name.startsWith("x-")) return member;
    if (name === "discriminator" && isObject(member) && isObject(member.mapping))
      return { ...member, mapping: copyMapping(member.mapping) };
    if (BY_NAME.has(name) && isObject(member)) return Object.fromEntries(Object.entries(member).map(([key, value]) => [key, copy(value)]));
    return copy(member);
  };
  const toAbsoluteReference = (reference: string): string => {
    if (reference.startsWith("#")) return reference;
    const [path = "", fragment = ""] = reference.split("#", 2);
    const target = resolveUrl(path, url);
    targets.add(target);
    return `${target}#${fragment}`;
  };
  // A mapping names a schema, or leads to one that some reference leads to as well.
  const copyMapping = (mapping: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(mapping).map(([value, target]) => {
        if (typeof target !== "string" || target.startsWith("#") || !/[/#.]/.test(target)) return [value, target];
        const [path = "", fragment = ""] = target.split("#", 2);
        return [value, `${resolveUrl(path, url)}#${fragment}`];
      }),
    );
  return { document: copy(document) as object, targets };
}
