// Three kinds of schema in, one out: the JSON Schema we publish, judged by the very copy that is published, and for
// a Standard Schema its own `validate` after that, which can transform and can only refuse more.

import { type CompiledSchema, compileSchema, isObject, type JsonSchema, visitSchema } from "@toolcrib/core";
import { closeObjects } from "./close-objects.ts";
import { fillDefaults, hasDefaults, relaxDefaulted } from "./defaults.ts";
import type { StandardIssue, StandardProps, StandardSchema, ToolSchema } from "./tool-schema.ts";

/** A schema, read: what is published and what judges. */
export interface ReadSchema {
  readonly published: JsonSchema;
  /** Written as JSON Schema, and published as it was written. */
  readonly isPlain?: true;
  readonly judge: CompiledSchema["judge"];
  /** Turns a value that fits `published` into what the handler gets, or says why not. */
  readonly parse: (value: unknown) => unknown | Promise<unknown>;
}

/** Thrown by `parse`: what a Standard Schema's own check refused. */
export class Refusal extends Error {
  readonly issues: readonly StandardIssue[];

  constructor(issues: readonly StandardIssue[]) {
    super("refused by the schema");
    this.issues = issues;
  }
}

const TYPEBOX_KIND = Symbol.for("TypeBox.Kind");
const TYPEBOX_TRANSFORM = Symbol.for("TypeBox.Transform");
const JSON_TYPES = new Set(["null", "boolean", "object", "array", "number", "string", "integer"]);

/**
 * Reads one side of a schema.
 * @throws Error whose message completes the sentence "its input …", with the way out
 */
export function readSchema(schema: ToolSchema, side: "input" | "output"): ReadSchema {
  if (isStandard(schema)) return readStandard(schema, side);
  if (!isObject(schema)) throw new Error("is no schema; give a TypeBox schema, a Standard JSON Schema or a JSON Schema object");
  if (TYPEBOX_KIND in schema) return readTypeBox(schema as JsonSchema);
  // A copy: what its author changes later is neither published nor judged by.
  return { ...withDefaults(JSON.parse(JSON.stringify(schema))), isPlain: true };
}

/**
 * Reads a schema that somebody else published: it goes out unchanged, defaults are theirs to fill, and it is compiled
 * when it is first needed: a thousand tools of which one is called cost one.
 */
export function readForeign(published: JsonSchema): ReadSchema {
  let compiled: CompiledSchema | undefined;
  return {
    published,
    isPlain: true,
    judge(value) {
      compiled ??= compileSchema(published);
      return compiled.judge(value);
    },
    parse: (value) => value,
  };
}

/** A plain JSON Schema goes out unchanged. */
function withDefaults(published: JsonSchema): ReadSchema {
  const { judge } = compileSchema(published);
  if (!hasDefaults(published)) return { published, judge, parse: (value) => value };
  const filled = fillDefaults({}, published);
  const wrong = judge(filled).find(({ path }) => Object.hasOwn(filled, path.split("/")[1] ?? ""));
  if (wrong !== undefined) throw new Error(`has a default that its own schema refuses at ${wrong.path}: ${wrong.message}`);
  return { published, judge, parse: (value) => (isObject(value) ? fillDefaults(value, published) : value) };
}

function readTypeBox(schema: JsonSchema): ReadSchema {
  refuseTransforms(schema);
  return withDefaults(relaxDefaulted(publish(schema)));
}

function readStandard(schema: StandardSchema, side: "input" | "output"): ReadSchema {
  const { jsonSchema, vendor, validate } = schema["~standard"] as StandardProps;
  if (typeof validate !== "function") throw new Error("is a Standard Schema without validate");
  if (jsonSchema === undefined) {
    const wayOut =
      vendor === "valibot"
        ? "wrap it: toStandardJsonSchema(…) from @valibot/to-json-schema"
        : "use a version of the library that has it (Zod 4.2, ArkType 2.1.28)";
    throw new Error(`is a ${vendor} schema without Standard JSON Schema, so nothing can be published from it; ${wayOut}`);
  }
  const published = publish(jsonSchema[side]({ target: "draft-2020-12" }));
  const { judge } = compileSchema(published);
  if (side === "output") return { published, judge, parse: (value) => value };
  return {
    published,
    judge,
    async parse(value) {
      const result = await validate(value);
      if (result.issues !== undefined) throw new Refusal(result.issues);
      return result.value;
    },
  };
}

/** JSON Schema 2020-12 without `$schema`, objects closed where the author said nothing. */
function publish(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, ...plain } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  visitSchema(plain, (node, path) => {
    const types = Array.isArray(node.type) ? node.type : [node.type];
    const foreign = types.find((type) => type !== undefined && !JSON_TYPES.has(type as string));
    if (foreign !== undefined)
      throw new Error(
        `has the type ${JSON.stringify(foreign)} at /${path.join("/")}, which JSON can't carry; use a string or a number and convert it in execute`,
      );
    modernizeTuple(node as Record<string, unknown>);
  });
  return closeObjects(plain);
}

/** TypeBox writes tuples as draft-07 did; in 2020-12 `items` is one schema and a tuple's are `prefixItems`. */
function modernizeTuple(node: Record<string, unknown>): void {
  if (!Array.isArray(node.items)) return;
  const { items, additionalItems } = node;
  node.prefixItems = items;
  delete node.items;
  delete node.additionalItems;
  if (additionalItems !== undefined) node.items = additionalItems;
}

function refuseTransforms(schema: unknown): void {
  visitSchema(schema, (node, path) => {
    if (TYPEBOX_TRANSFORM in node)
      throw new Error(`has a TypeBox Transform at /${path.join("/")}, which does not run here; convert the value in execute`);
  });
}

function isStandard(schema: ToolSchema): schema is StandardSchema {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}
