// What an author's editor knows about the arguments of execute, for every kind of schema.

import { content, schema, tool } from "@toolcrib/tools";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";

describe("arguments are inferred [tool.arguments-inferred]", () => {
  test("from TypeBox", () => {
    tool({
      description: "x",
      input: schema.Object({
        id: schema.String(),
        limit: schema.Optional(schema.Integer()),
        state: schema.Union([schema.Literal("open"), schema.Literal("closed")]),
      }),
      approval: (args) => {
        expectTypeOf(args.state).toEqualTypeOf<"open" | "closed">();
        return false;
      },
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; limit?: number; state: "open" | "closed" }>();
      },
    });
  });

  test("from Zod, as what the schema makes of its input", () => {
    tool({
      description: "x",
      input: z.object({ day: z.string().transform((text) => new Date(text)), limit: z.number().default(10) }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ day: Date; limit: number }>();
      },
    });
  });

  test("from ArkType", () => {
    tool({
      description: "x",
      input: type({ id: "string", "limit?": "number" }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; limit?: number }>();
      },
    });
  });

  test("from Valibot through its converter", () => {
    tool({
      description: "x",
      input: toStandardJsonSchema(v.object({ id: v.string(), limit: v.optional(v.number(), 3) })),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; limit: number }>();
      },
    });
  });

  test("from a plain JSON Schema as members nobody vouches for", () => {
    tool({
      description: "x",
      input: { type: "object", properties: { id: { type: "string" } } },
      execute: (args) => {
        expectTypeOf(args.id).toEqualTypeOf<unknown>();
      },
    });
  });
});

test("what execute returns is held to the output schema, and free without one", () => {
  tool({ description: "x", output: schema.Object({ id: schema.String() }), execute: () => ({ id: "a" }) });
  // @ts-expect-error id is a string
  tool({ description: "x", output: schema.Object({ id: schema.String() }), execute: () => ({ id: 5 }) });
  // @ts-expect-error an output schema asks for a value
  tool({ description: "x", output: schema.Object({ id: schema.String() }), execute: () => {} });
  tool({ description: "x", execute: () => content.text("x") });
  tool({ description: "x", execute: async () => undefined });
});

test("env holds the declared names only", () => {
  tool({
    description: "x",
    env: ["KEY"],
    execute: (_args, { env }) => {
      expectTypeOf(env.KEY).toEqualTypeOf<string>();
      // @ts-expect-error OTHER was not declared
      env.OTHER;
    },
  });
});

test("a definition with an unknown field or value does not compile", () => {
  // @ts-expect-error there is no handler
  tool({ description: "x", handler: () => 1, execute: () => 1 });
  // @ts-expect-error effects has three values
  tool({ description: "x", effects: "some", execute: () => 1 });
  // @ts-expect-error a description is needed
  tool({ execute: () => 1 });
});
