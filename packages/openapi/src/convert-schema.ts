// A schema of a document as JSON Schema 2020-12. References stay references, to `$defs` of the tool; what they lead to
// is converted once for the whole document, when the first tool needs it.
//
//   draft 4, wherever it is   nullable → null among the types; boolean exclusive bounds → numbers; `type: file` → base64
//                             text; a list of items → prefixItems
//   every version             discriminator → the branch's own value, required; readOnly and writeOnly by direction;
//                             unreadable keywords left out and reported

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
    if (reference === undefined) return isPublishedAsItIs(value) ? value : this.#plain(value, place, depth);
    const head = this.#reference(reference, place);
    if (this.#parts.version === "3.1") return { ...head, ...this.#plain(value, place, depth) };
    // Before 3.1 nothing beside a reference counts; null is read all the same, as whoever writes it there means it.
    return { ...(isNullable(value) ? allowNull(head) : head), ...describedBy(value) };
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
    const source = modernize(value);
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
    return isNullable(source) ? allowNull(schema) : schema;
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

/** Most schemas hold no others and say what 2020-12 says. */
function isPublishedAsItIs(value: DocumentObject): boolean {
  for (const name in value) {
    const keyword = PUBLISHED.get(name);
    if (keyword === undefined || keyword.holding !== undefined || !keyword.isValid(value[name])) return false;
  }
  return value.format !== "binary" && value.format !== "byte" && !isBinary(value);
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

function isNullable(value: DocumentObject): boolean {
  return value.nullable === true || value["x-nullable"] === true;
}

function describedBy({ description }: DocumentObject): JsonSchema {
  return typeof description === "string" ? { description } : {};
}

/** The keywords of draft 4 that mean something else now; documents of 3.1 that were brought up from 3.0 still have some. */
function modernize(value: DocumentObject): DocumentObject {
  const { exclusiveMinimum, exclusiveMaximum, type, items } = value;
  const isTuple = Array.isArray(items) && items.length > 0;
  if (typeof exclusiveMinimum !== "boolean" && typeof exclusiveMaximum !== "boolean" && type !== "file" && !isTuple) return value;
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
  if (isTuple) {
    const { additionalItems } = source;
    delete source.additionalItems;
    Object.assign(source, { prefixItems: items, items: additionalItems });
    if (additionalItems === undefined) delete source.items;
  }
  return source;
}

function isBinary({ type, format, contentEncoding, contentMediaType }: DocumentObject): boolean {
  if (type !== "string" && type !== undefined) return false;
  return format === "binary" || format === "byte" || (contentMediaType === "application/octet-stream" && contentEncoding === undefined);
}

/** Leaves out properties that never travel this way; what is behind a reference is asked too. */
function hideByDirection(schema: Mutable, source: DocumentObject, references: References, { base, direction }: Place): void {
  if (schema.properties === undefined && !(schema.required !== undefined && schema.allOf !== undefined)) return;
  const flag = direction === "input" ? "readOnly" : "writeOnly";
  const hidden = hiddenNames(source, flag, references, base);
  const inherited = schema.required !== undefined && schema.allOf !== undefined ? inheritedNames(source, flag, references, base, 0) : [];
  if (hidden.length + inherited.length === 0) return;
  if (schema.properties !== undefined) for (const name of hidden) delete (schema.properties as Mutable)[name];
  const left = [...hidden, ...inherited];
  if (Array.isArray(schema.required)) schema.required = schema.required.filter((name) => !left.includes(name as string));
}

function hiddenNames({ properties }: DocumentObject, flag: string, references: References, base: string): readonly string[] {
  if (!isObject(properties)) return [];
  const hidden: string[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    const shown = referenceOf(property) === undefined ? property : references.follow({ value: property, base })?.value;
    if (isHidden(property, flag) || isHidden(shown, flag)) hidden.push(name);
  }
  return hidden;
}

/** Levels of `allOf` that are looked through. */
const ALL_OF_MAX_DEPTH = 8;

/** What a schema requires may be described where it is inherited from. */
function inheritedNames({ allOf }: DocumentObject, flag: string, references: References, base: string, depth: number): readonly string[] {
  if (!Array.isArray(allOf) || depth > ALL_OF_MAX_DEPTH) return [];
  return allOf.flatMap((branch) => {
    const found = references.follow({ value: branch, base });
    if (!isObject(found?.value)) return [];
    return [
      ...hiddenNames(found.value, flag, references, found.base),
      ...inheritedNames(found.value, flag, references, found.base, depth + 1),
    ];
  });
}

function isHidden(value: unknown, flag: string): boolean {
  return isObject(value) && value[flag] === true;
}

/** Keywords that may refuse null whatever `type` and `enum` say. */
const REFUSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "const", "if"];

/** The same schema, null allowed too. */
function allowNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, description } = schema;
  const isPlain = (type !== undefined || values !== undefined) && !REFUSING.some((name) => schema[name] !== undefined);
  if (isPlain) {
    return {
      ...schema,
      ...(type === undefined ? {} : { type: [type, "null"].flat().filter((name, index, all) => all.indexOf(name) === index) }),
      ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
    };
  }
  const { description: _said, ...rest } = schema;
  if (Object.keys(rest).length === 0) return schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] };
}
