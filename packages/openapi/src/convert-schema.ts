// A schema of a document as JSON Schema 2020-12. References stay references, to `$defs` of the tool; what they lead to
// is converted once for the whole document, when the first tool needs it.
//
//   2.0 and 3.0   nullable → null among the types; boolean exclusive bounds → numbers; `type: file` → base64 text
//   all           discriminator → the branch's own value, required; readOnly and writeOnly by direction; unreadable
//                 keywords left out and reported

import { type Holding, isObject, type JsonSchema } from "@toolcrib/core";
import type { Report } from "./diagnostics.ts";
import { discriminate } from "./discriminator.ts";
import type { DocumentObject, DocumentVersion } from "./document.ts";
import { type Located, type References, referenceOf, toAbsolute } from "./references.ts";
import { PUBLISHED, SILENT } from "./schema-keywords.ts";

/** Arguments leave out what only the server writes; answers what it never shows. */
export type Direction = "input" | "output";

/** Levels of one schema that are converted; deeper ones allow anything. */
const SCHEMA_MAX_DEPTH = 100;

/** A piece of a schema, and the absolute references it makes to others. */
export interface Converted {
  readonly schema: JsonSchema | boolean;
  readonly references: ReadonlySet<string>;
}

export interface ConverterParts {
  readonly references: References;
  readonly version: DocumentVersion;
  readonly report: Report;
  /** The `$defs` name for an absolute reference. */
  readonly nameOf: (reference: string) => string;
}

type Mutable = Record<string, unknown>;

export class SchemaConverter {
  readonly #parts: ConverterParts;

  constructor(parts: ConverterParts) {
    this.#parts = parts;
  }

  /** @param where a pointer for diagnostics */
  convert({ value, base }: Located, direction: Direction, where: string): Converted {
    const references = new Set<string>();
    const schema = this.#node(value, { base, direction, where, references }, 0);
    return { schema, references };
  }

  #node(value: unknown, place: Place, depth: number): JsonSchema | boolean {
    if (typeof value === "boolean") return value;
    if (!isObject(value)) return {};
    if (depth > SCHEMA_MAX_DEPTH) {
      this.#parts.report(
        "schema_too_deep",
        place.where,
        `the schema nests deeper than ${SCHEMA_MAX_DEPTH} levels; below, anything is allowed`,
      );
      return {};
    }
    const reference = referenceOf(value);
    if (reference === undefined) return this.#plain(value, place, depth);
    const head = this.#reference(reference, place);
    // Only 3.1 has anything beside a reference.
    const rest = this.#parts.version === "3.1" ? this.#plain(value, place, depth) : describedBy(value);
    return { ...head, ...rest };
  }

  #reference(reference: string, { base, references, where }: Place): JsonSchema {
    const absolute = toAbsolute(reference, base);
    if (this.#parts.references.find(absolute) === undefined) {
      this.#parts.report("reference_unresolved", where, `${reference} leads nowhere; anything is allowed there`);
      return {};
    }
    references.add(absolute);
    return { $ref: `#/$defs/${this.#parts.nameOf(absolute)}` };
  }

  #plain(value: DocumentObject, place: Place, depth: number): JsonSchema {
    const schema: Mutable = {};
    const source = this.#parts.version === "3.1" ? value : modernize(value);
    for (const name in source) {
      const keyword = PUBLISHED.get(name);
      if (keyword === undefined) {
        if (!SILENT.has(name) && !name.startsWith("x-")) this.#drop(name, place, "which is no keyword");
      } else if (!keyword.isValid(source[name])) this.#drop(name, place, "whose value can't be read");
      else schema[name] = keyword.holding === undefined ? source[name] : this.#held(keyword.holding, source[name], place, depth + 1);
    }
    hideByDirection(schema, source, this.#parts.references, place);
    discriminate(schema, source, place.base);
    if (isBinary(source)) Object.assign(schema, { type: "string", contentEncoding: "base64" });
    if (schema.format === "binary" || schema.format === "byte") delete schema.format;
    return source.nullable === true || source["x-nullable"] === true ? allowNull(schema) : schema;
  }

  /** Schemas that a keyword holds. */
  #held(holding: Holding, value: unknown, place: Place, depth: number): unknown {
    if (holding === "one") return this.#node(value, place, depth);
    if (holding === "many") return (value as readonly unknown[]).map((item) => this.#node(item, place, depth));
    const named: Mutable = {};
    const members = value as DocumentObject;
    for (const name of Object.keys(members)) define(named, name, this.#node(members[name], place, depth));
    return named;
  }

  #drop(name: string, { where }: Place, why: string): void {
    this.#parts.report("schema_keyword_dropped", where, `${JSON.stringify(name)} is left out, ${why}`);
  }
}

/** Where a schema stands: the same for all of it, as references are not followed on the way. */
interface Place {
  readonly base: string;
  readonly direction: Direction;
  readonly where: string;
  readonly references: Set<string>;
}

/** A member of whatever name, `__proto__` too. */
function define(target: Mutable, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
}

function describedBy({ description }: DocumentObject): JsonSchema {
  return typeof description === "string" ? { description } : {};
}

/** The keywords of draft 4 that mean something else now. */
function modernize(value: DocumentObject): DocumentObject {
  const { exclusiveMinimum, exclusiveMaximum, type } = value;
  if (typeof exclusiveMinimum !== "boolean" && typeof exclusiveMaximum !== "boolean" && type !== "file") return value;
  const source: Mutable = { ...value };
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof source[flag] !== "boolean") continue;
    if (source[flag] === true && typeof source[bound] === "number") {
      source[flag] = source[bound];
      delete source[bound];
    } else delete source[flag];
  }
  if (type === "file") Object.assign(source, { type: "string", format: "binary" });
  return source;
}

function isBinary({ type, format, contentEncoding, contentMediaType }: DocumentObject): boolean {
  if (type !== "string" && type !== undefined) return false;
  return format === "binary" || format === "byte" || (contentMediaType === "application/octet-stream" && contentEncoding === undefined);
}

/** Leaves out properties that never travel this way; what is behind a reference is asked too. */
function hideByDirection(schema: Mutable, source: DocumentObject, references: References, { base, direction }: Place): void {
  const { properties } = source;
  if (schema.properties === undefined || !isObject(properties)) return;
  const flag = direction === "input" ? "readOnly" : "writeOnly";
  const hidden: string[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    const shown = referenceOf(property) === undefined ? property : references.follow({ value: property, base })?.value;
    if (isHidden(property, flag) || isHidden(shown, flag)) hidden.push(name);
  }
  if (hidden.length === 0) return;
  for (const name of hidden) delete (schema.properties as Mutable)[name];
  if (Array.isArray(schema.required)) schema.required = schema.required.filter((name) => !hidden.includes(name as string));
}

function isHidden(value: unknown, flag: string): boolean {
  return isObject(value) && value[flag] === true;
}

/** The same schema, null allowed too. */
function allowNull(schema: Mutable): JsonSchema {
  const { type, enum: values, description } = schema;
  if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null];
  if (typeof type === "string" && type !== "null") return { ...schema, type: [type, "null"] };
  if (Array.isArray(type)) return { ...schema, type: type.includes("null") ? type : [...type, "null"] };
  if (Array.isArray(values)) return schema;
  const { description: _said, ...rest } = schema;
  if (Object.keys(rest).length === 0) return schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] };
}
