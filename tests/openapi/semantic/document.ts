// A document's named schemas, whichever version it is of, and the same in a document of which each is one tool's body.

import { readFileSync } from "node:fs";
import { isObject, visitSchema } from "@toolcrib/core";
import { loadDocument } from "@toolcrib/openapi/node";

export type Schemas = Readonly<Record<string, unknown>>;

export type Version = "2.0" | "3.0" | "3.1";

/** What is compared: schemas by name, and how they are to be read. */
export interface Subject {
  readonly version: Version;
  readonly schemas: Schemas;
}

export function toDocument({ version, schemas }: Subject): object {
  const names = Object.keys(schemas);
  if (version === "2.0") {
    const operation = (name: string, index: number) => ({
      post: {
        operationId: toToolName(index),
        parameters: [{ name: "body", in: "body", required: true, schema: { $ref: refTo("definitions", name) } }],
      },
    });
    return {
      swagger: "2.0",
      host: "api.test",
      paths: Object.fromEntries(names.map((name, index) => [`/${index}`, operation(name, index)])),
      definitions: schemas,
    };
  }
  const operation = (name: string, index: number) => ({
    post: {
      operationId: toToolName(index),
      requestBody: { required: true, content: { "application/json": { schema: { $ref: refTo("components/schemas", name) } } } },
    },
  });
  return {
    openapi: `${version}.0`,
    servers: [{ url: "https://api.test" }],
    paths: Object.fromEntries(names.map((name, index) => [`/${index}`, operation(name, index)])),
    components: { schemas },
  };
}

/** The tool whose body is the schema at an index. */
export function toToolName(index: number): string {
  return `schema_${index}`;
}

function refTo(place: string, name: string): string {
  return `#/${place}/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}

/** The named schemas of a file, without references that lead out of it or nowhere. */
export async function readSubject(path: string): Promise<Subject> {
  const { document } = (await loadDocument(path)) as { readonly document: Readonly<Record<string, unknown>> };
  const version: Version = document.swagger === undefined ? (String(document.openapi).startsWith("3.0") ? "3.0" : "3.1") : "2.0";
  const components = isObject(document.components) ? document.components : {};
  const found = version === "2.0" ? document.definitions : components.schemas;
  const schemas = structuredClone(isObject(found) ? found : {}) as Schemas;
  const home = version === "2.0" ? "#/definitions/" : "#/components/schemas/";
  everySchema(schemas, (node) => {
    const name = typeof node.$ref === "string" && node.$ref.startsWith(home) ? node.$ref.slice(home.length) : undefined;
    if (typeof node.$ref === "string" && !(name !== undefined && Object.hasOwn(schemas, name))) delete node.$ref;
  });
  return { version, schemas };
}

/** Visits every schema of every name; nodes may be changed. */
export function everySchema(schemas: Schemas, visit: (node: Record<string, unknown>) => void): void {
  for (const schema of Object.values(schemas)) visitSchema(schema, (node) => visit(node as Record<string, unknown>));
}

/** A changed copy. */
export function changed({ version, schemas }: Subject, change: (node: Record<string, unknown>, schemas: Schemas) => void): Subject {
  const copy = structuredClone(schemas) as Schemas;
  everySchema(copy, (node) => change(node, copy));
  return { version, schemas: copy };
}

export function targetOf(node: unknown, schemas: Schemas): unknown {
  let current = node;
  for (let hop = 0; hop < 8 && isObject(current) && typeof current.$ref === "string"; hop += 1)
    current =
      schemas[
        decodeURIComponent(current.$ref.slice(current.$ref.lastIndexOf("/") + 1))
          .replaceAll("~1", "/")
          .replaceAll("~0", "~")
      ];
  return current;
}

export const corpus = new URL("../../../../shared/specs/", import.meta.url);

/** Names of the documents beside the repository; none where they are not there. */
export function corpusNames(): readonly string[] {
  try {
    return readFileSync(new URL("MANIFEST.tsv", corpus), "utf8").length > 0 ? CORPUS : [];
  } catch {
    return [];
  }
}

const CORPUS = [
  "adk-test-calendar.yaml",
  "adyen-management-v3.json",
  "box.json",
  "dutchie.json",
  "edge-circular-31.yaml",
  "gitea-v1.json",
  "kubernetes.json",
  "msgraph-messages.yaml",
  "museum.yaml",
  "netlify.yaml",
  "oai-petstore-expanded.yaml",
  "oai-tictactoe-31.yaml",
  "openai.yaml",
  "petstore-swaggerio.yaml",
  "slack-web.json",
  "spotify-fixed.yaml",
  "stripe-2020.json",
  "twilio-api-v2010.json",
  "twilio-verify.yaml",
];
