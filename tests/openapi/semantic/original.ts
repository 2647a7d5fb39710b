// What a document itself says of a value: judged by another interpreter, in the dialect of its version, with what only a
// server writes left out of it. Nothing here knows our converter.

import { setShouldValidateFormat, setShouldValidateSchema } from "@hyperjump/json-schema";
import "@hyperjump/json-schema/draft-04";
import { registerSchema, type SchemaObject, unregisterSchema, validate as validate30 } from "@hyperjump/json-schema/openapi-3-0";
import { validate as validate31 } from "@hyperjump/json-schema/openapi-3-1";
import { isObject } from "@toolcrib/core";
import { changed, type Schemas, type Subject, targetOf, type Version } from "./document.ts";

setShouldValidateSchema(false);
setShouldValidateFormat(false);

export type Judge = (value: unknown) => boolean;

export interface Original {
  readonly judgeOf: (name: string) => Promise<Judge>;
  readonly close: () => void;
}

const DIALECT: Readonly<Record<Version, string>> = {
  "2.0": "http://json-schema.org/draft-04/schema#",
  "3.0": "https://spec.openapis.org/oas/3.0/dialect",
  "3.1": "https://spec.openapis.org/oas/3.1/dialect/base",
};

let count = 0;

export function openOriginal(subject: Subject): Original {
  const { version } = subject;
  const schemas = asDialectReads(withoutReadOnly(subject)).schemas;
  count += 1;
  const uri = `https://original.test/${count}`;
  const home = version === "2.0" ? "definitions" : "components/schemas";
  const root = version === "2.0" ? { definitions: schemas } : { components: { schemas } };
  registerSchema(root as SchemaObject, uri, DIALECT[version]);
  const validate = version === "3.1" ? validate31 : validate30;
  return {
    judgeOf: async (name) => {
      const pointer = `${uri}#/${home}/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
      const validator = await validate(pointer);
      return (value) => validator(value as never).valid;
    },
    close: () => unregisterSchema(uri),
  };
}

/** What a request leaves out: properties that only the server writes (Schema Object, `readOnly`). */
function withoutReadOnly(subject: Subject): Subject {
  const isReadOnly = (value: unknown, schemas: Schemas): boolean =>
    isObject(value) &&
    (value.readOnly === true ||
      (isObject(targetOf(value, schemas)) && (targetOf(value, schemas) as { readOnly?: unknown }).readOnly === true));
  return changed(subject, (node) => {
    if (!isObject(node.properties)) return;
    const hidden = Object.entries(node.properties)
      .filter(([, property]) => isReadOnly(property, subject.schemas))
      .map(([name]) => name);
    node.properties = Object.fromEntries(Object.entries(node.properties).filter(([name]) => !hidden.includes(name)));
    if (Array.isArray(node.required)) node.required = node.required.filter((name) => !hidden.includes(String(name)));
  });
}

const FOREIGN_TO_3_0 = ["patternProperties", "const", "if", "then", "else", "propertyNames", "contains", "prefixItems"];

/** What an interpreter stumbles over and the dialect gives no meaning: extensions, and in 2.0 the file and the nullable one. */
function asDialectReads(subject: Subject): Subject {
  return changed(subject, (node) => {
    if (subject.version === "2.0" && node.type === "file") node.type = "string";
    for (const name of Object.keys(node))
      if (name.startsWith("x-") || name === "example" || (subject.version === "3.0" && FOREIGN_TO_3_0.includes(name))) delete node[name];
  });
}
