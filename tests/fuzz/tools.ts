// The tools that are called with junk: one of each kind the engine treats differently.

import { schema, tool } from "@toolcrib/tools";
import type { Tool } from "@toolcrib/tools/run";
import { z } from "zod";

const OPEN = { type: "object" };

export const TOOLS: Readonly<Record<string, Tool>> = {
  echo: tool({ description: "x", input: OPEN, execute: (args) => args }),
  strict: tool({
    description: "x",
    input: schema.Object({
      text: schema.String({ maxLength: 5 }),
      n: schema.Integer({ default: 3 }),
      list: schema.Optional(schema.Array(schema.String(), { uniqueItems: true })),
      choice: schema.Optional(schema.Union([schema.Object({ kind: schema.Literal("a") }), schema.Object({ kind: schema.Literal("b") })])),
    }),
    execute: (args) => args,
  }),
  parsed: tool({
    description: "x",
    input: z.looseObject({ text: z.string().transform((text) => text.length), n: z.number().refine((n) => n > 0) }),
    execute: async (args) => args,
  }),
  asks: tool({
    description: "x",
    input: OPEN,
    ask: (_args, { answers }) =>
      answers.length < 2 ? { message: "?", form: schema.Object({ yes: schema.Optional(schema.Boolean()) }) } : undefined,
    execute: (_args, { answers }) => ({ answers }),
  }),
  approves: tool({ description: "x", input: OPEN, approval: (args) => args.n !== 1, execute: (args) => args }),
  fails: tool({
    description: "x",
    input: OPEN,
    execute: (args) => {
      throw new Error(`no ${JSON.stringify(args.text)}`);
    },
  }),
  reports: tool({
    description: "x",
    input: OPEN,
    execute: async (args, { progress }) => {
      progress(JSON.stringify(args.text), { progress: args.n as number, total: args.n as number });
      await Promise.resolve();
      progress("more");
      return args.text;
    },
  }),
  mirrored: tool({
    description: "x",
    input: { type: "object", properties: { city: { type: "string", "x-mcp-header": "City" } } },
    execute: ({ city }) => city,
  }),
  output: tool({
    description: "x",
    input: OPEN,
    output: schema.Object({ text: schema.String() }),
    execute: ({ text }) => ({ text }) as never,
  }),
};
