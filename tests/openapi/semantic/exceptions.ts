// Where what is published differs from what the document says, on purpose. Each says why, and takes itself out of a
// document: without it both must agree, and one that explains nothing any more fails.

import { changed, type Subject } from "./document.ts";

export interface Exception {
  readonly name: string;
  readonly reason: string;
  readonly without: (subject: Subject) => Subject;
}

const without =
  (...names: readonly string[]) =>
  (subject: Subject) =>
    changed(subject, (node) => {
      for (const name of names) delete node[name];
    });

export const EXCEPTIONS: readonly Exception[] = [
  {
    name: "discriminators bind",
    reason: "the specification lets a value pass whose tag names another branch; a model is told the one tag that an API will accept",
    without: without("discriminator"),
  },
  {
    name: "formats are asserted",
    reason: "the interpreter refuses a date that is none before the API does; the dialects only note a format",
    without: without("format"),
  },
  {
    name: "nullable is always read",
    reason:
      "3.0.3 gives the word a meaning only beside type, and lets an enum or allOf forbid null again; who writes it means that null is allowed",
    without: (subject) =>
      changed(subject, (node) => {
        const isStrict =
          typeof node.type === "string" &&
          subject.version === "3.0" &&
          !["enum", "allOf", "oneOf", "anyOf", "not", "$ref"].some((name) => node[name] !== undefined);
        if (!isStrict) delete node.nullable;
        delete node["x-nullable"];
      }),
  },
  {
    name: "keywords of draft 4 are read in 3.1",
    reason: "a document that was brought up from 3.0 still has flags for bounds, and lists of items; 2020-12 gives them no meaning",
    without: (subject) =>
      subject.version !== "3.1"
        ? subject
        : changed(subject, (node) => {
            for (const name of ["exclusiveMinimum", "exclusiveMaximum"]) if (typeof node[name] === "boolean") delete node[name];
            if (Array.isArray(node.items)) delete node.items;
          }),
  },
  {
    name: "keywords of later dialects are read",
    reason: "what an author wrote as a constraint is one, whether or not the version of the document knew the keyword",
    without: (subject) =>
      subject.version === "3.0"
        ? without("patternProperties", "const", "if", "then", "else", "propertyNames", "contains", "prefixItems")(subject)
        : subject,
  },
];

/** All of them out. */
export function withoutAny(subject: Subject): Subject {
  return EXCEPTIONS.reduce((plain, exception) => exception.without(plain), subject);
}
