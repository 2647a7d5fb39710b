// The schema of one tool: its own part, and of all definitions the slice it reaches, as `$defs`. Definitions are shared:
// converted once, and the same object in every tool that holds them.
//
// Past the cap nothing is dropped: the definitions that lie deepest open to `{}`, level by level, and where there are
// none left the schema itself does, so that a model still sees everything near the surface.

import { isObject, type JsonSchema } from "@toolcrib/core";
import { type Converted, type Direction, SchemaConverter } from "./convert-schema.ts";
import { createDefinitionNames } from "./definition-name.ts";
import type { Report } from "./diagnostics.ts";
import type { DocumentVersion } from "./document.ts";
import { COUNTING, loosenAround } from "./loosen-around.ts";
import { inObjectOrder, isIndex } from "./object-order.ts";
import type { Located, References } from "./references.ts";

/** A schema that still needs its definitions. */
export interface Open {
  readonly json: string;
  readonly references: ReadonlySet<string>;
  /** How long its JSON is taken to be. */
  readonly chars: number;
}

/** How much of the cap a schema may fill that had to be opened. */
const OPENED_SHARE = 0.75;

interface Definition extends Converted {
  readonly name: string;
  /** Name and schema, as they stand in the JSON of an object. */
  readonly json: string;
  /** Of its JSON, with its name. */
  readonly chars: number;
}

export class SchemaSlicer {
  readonly #references: References;
  readonly #report: Report;
  readonly #maxChars: number;
  readonly #converter: SchemaConverter;
  readonly #nameOf = createDefinitionNames();
  readonly #definitions: Readonly<Record<Direction, Map<string, Definition>>> = { input: new Map(), output: new Map() };

  constructor(parts: {
    readonly references: References;
    readonly version: DocumentVersion;
    readonly report: Report;
    readonly maxChars: number;
  }) {
    this.#references = parts.references;
    this.#report = parts.report;
    this.#maxChars = parts.maxChars;
    this.#converter = new SchemaConverter({ ...parts, nameOf: this.#nameOf });
  }

  convert(located: Located, direction: Direction, where: string): Converted {
    return this.#converter.convert(located, direction, where);
  }

  /** The JSON of a schema with the definitions it reaches. */
  close({ json, references, chars: ownChars }: Open, direction: Direction, where: string): string {
    if (references.size === 0 && ownChars <= this.#maxChars) return json;
    const layers = this.#reach(references, direction);
    const opened = this.#wholeLayers(layers, ownChars);
    if (opened === layers.length && ownChars <= this.#maxChars) return withDefinitions(json, layers);
    this.#report("schema_opened", where, `the schema is longer than ${this.#maxChars} characters; its deepest parts allow anything`);
    const schema = JSON.parse(json) as JsonSchema;
    const own = ownChars > this.#maxChars ? openBelow(schema, this.#maxChars) : schema;
    return JSON.stringify(layers.length === 0 ? own : openFrom(own, layers, opened));
  }

  /** What is reached, by how many references away it is. */
  #reach(references: ReadonlySet<string>, direction: Direction): readonly (readonly Definition[])[] {
    const seen = new Set<string>();
    const layers: Definition[][] = [];
    let next = [...references];
    while (next.length > 0) {
      const layer: Definition[] = [];
      const further: string[] = [];
      for (const reference of next) {
        if (seen.has(reference)) continue;
        seen.add(reference);
        const definition = this.#definition(reference, direction);
        layer.push(definition);
        further.push(...definition.references);
      }
      if (layer.length > 0) layers.push(layer);
      next = further;
    }
    return layers;
  }

  /** How many layers stay whole. What has to be opened is opened with room to spare, as a list of such tools adds up. */
  #wholeLayers(layers: readonly (readonly Definition[])[], ownChars: number): number {
    const sizes = layers.map((layer) => layer.reduce((sum, { chars }) => sum + chars, 0));
    const fits = (count: number, chars: number) => ownChars + sizes.slice(0, count).reduce((sum, size) => sum + size, 0) <= chars;
    if (fits(layers.length, this.#maxChars)) return layers.length;
    let whole = 0;
    while (whole < layers.length && fits(whole + 1, this.#maxChars * OPENED_SHARE)) whole += 1;
    return whole;
  }

  #definition(reference: string, direction: Direction): Definition {
    const known = this.#definitions[direction].get(reference);
    if (known !== undefined) return known;
    const located = this.#references.find(reference) ?? { value: {}, base: "" };
    const converted = this.convert(located, direction, reference);
    const name = this.#nameOf(reference);
    const json = JSON.stringify(converted.schema);
    const definition = { ...converted, name, json: `${JSON.stringify(name)}:${json}`, chars: json.length + name.length + 4 };
    this.#definitions[direction].set(reference, definition);
    return definition;
  }
}

function withDefinitions(json: string, layers: readonly (readonly Definition[])[]): string {
  const definitions = layers.flat();
  const closed = `${json.slice(0, -1)},"$defs":{${definitions.map((definition) => definition.json).join(",")}}}`;
  return definitions.some(({ name }) => isIndex(name)) ? inObjectOrder(closed) : closed;
}

/** A schema whose definitions are open from one layer on. */
function openFrom(own: JsonSchema, layers: readonly (readonly Definition[])[], opened: number): JsonSchema {
  const $defs: Record<string, unknown> = {};
  for (const [index, layer] of layers.entries()) {
    // One level below the last whole one has to be there for its references; nothing refers to what is below that.
    if (index > opened) break;
    for (const definition of layer) $defs[definition.name] = index < opened ? definition.schema : {};
  }
  const open = layers[opened]?.map(({ name }) => name);
  return open === undefined ? { ...own, $defs } : loosenAround({ ...own, $defs }, open);
}

/** The schema with everything below some level opened, the deepest level at which it is short enough. */
function openBelow(schema: JsonSchema, maxChars: number): JsonSchema {
  for (let depth = DEEPEST; depth > 1; depth -= 1) {
    const opened = open(schema, depth) as JsonSchema;
    if (JSON.stringify(opened).length <= maxChars) return opened;
  }
  return open(schema, 1) as JsonSchema;
}

/** Levels of schemas below which an inline schema is opened first. */
const DEEPEST = 12;
const SUBSCHEMAS = ["properties", "patternProperties", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLES = [
  "items",
  "additionalProperties",
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function open(schema: unknown, depth: number): unknown {
  if (!isObject(schema)) return schema;
  if (depth === 0)
    return typeof schema.description === "string" && schema.description.length < 200 ? { description: schema.description } : {};
  const copy: Record<string, unknown> = { ...schema };
  for (const name of SUBSCHEMAS) {
    const members = copy[name];
    if (isObject(members)) copy[name] = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, open(member, depth - 1)]));
  }
  for (const name of LISTS) {
    const members = copy[name];
    if (Array.isArray(members)) copy[name] = members.map((member) => open(member, depth - 1));
  }
  for (const name of SINGLES) if (copy[name] !== undefined) copy[name] = open(copy[name], depth - 1);
  return depth === 1 ? loosen(copy) : copy;
}

/** A schema whose own subschemas were opened must still allow what it allowed. */
function loosen(copy: Record<string, unknown>): Record<string, unknown> {
  // What is denied, or asked first, would be met by everything.
  for (const name of COUNTING) delete copy[name];
  // One of several open branches always fits more than once.
  const { oneOf, ...rest } = copy;
  return oneOf === undefined ? copy : { ...rest, anyOf: oneOf };
}
