// Fifty tools in one record: schema libraries' generics have broken at this size before (TS2589).

import { schema, type Tool, tool } from "@toolcrib/tools";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const tools = {
  t0: tool({
    description: "x",
    input: schema.Object({
      id0: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id0.length + args.list.length,
  }),
  t1: tool({
    description: "x",
    input: z.object({ id1: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id1.length + args.list.length,
  }),
  t2: tool({
    description: "x",
    input: schema.Object({
      id2: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id2.length + args.list.length,
  }),
  t3: tool({
    description: "x",
    input: z.object({ id3: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id3.length + args.list.length,
  }),
  t4: tool({
    description: "x",
    input: schema.Object({
      id4: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id4.length + args.list.length,
  }),
  t5: tool({
    description: "x",
    input: z.object({ id5: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id5.length + args.list.length,
  }),
  t6: tool({
    description: "x",
    input: schema.Object({
      id6: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id6.length + args.list.length,
  }),
  t7: tool({
    description: "x",
    input: z.object({ id7: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id7.length + args.list.length,
  }),
  t8: tool({
    description: "x",
    input: schema.Object({
      id8: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id8.length + args.list.length,
  }),
  t9: tool({
    description: "x",
    input: z.object({ id9: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id9.length + args.list.length,
  }),
  t10: tool({
    description: "x",
    input: schema.Object({
      id10: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id10.length + args.list.length,
  }),
  t11: tool({
    description: "x",
    input: z.object({ id11: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id11.length + args.list.length,
  }),
  t12: tool({
    description: "x",
    input: schema.Object({
      id12: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id12.length + args.list.length,
  }),
  t13: tool({
    description: "x",
    input: z.object({ id13: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id13.length + args.list.length,
  }),
  t14: tool({
    description: "x",
    input: schema.Object({
      id14: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id14.length + args.list.length,
  }),
  t15: tool({
    description: "x",
    input: z.object({ id15: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id15.length + args.list.length,
  }),
  t16: tool({
    description: "x",
    input: schema.Object({
      id16: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id16.length + args.list.length,
  }),
  t17: tool({
    description: "x",
    input: z.object({ id17: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id17.length + args.list.length,
  }),
  t18: tool({
    description: "x",
    input: schema.Object({
      id18: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id18.length + args.list.length,
  }),
  t19: tool({
    description: "x",
    input: z.object({ id19: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id19.length + args.list.length,
  }),
  t20: tool({
    description: "x",
    input: schema.Object({
      id20: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id20.length + args.list.length,
  }),
  t21: tool({
    description: "x",
    input: z.object({ id21: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id21.length + args.list.length,
  }),
  t22: tool({
    description: "x",
    input: schema.Object({
      id22: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id22.length + args.list.length,
  }),
  t23: tool({
    description: "x",
    input: z.object({ id23: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id23.length + args.list.length,
  }),
  t24: tool({
    description: "x",
    input: schema.Object({
      id24: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id24.length + args.list.length,
  }),
  t25: tool({
    description: "x",
    input: z.object({ id25: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id25.length + args.list.length,
  }),
  t26: tool({
    description: "x",
    input: schema.Object({
      id26: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id26.length + args.list.length,
  }),
  t27: tool({
    description: "x",
    input: z.object({ id27: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id27.length + args.list.length,
  }),
  t28: tool({
    description: "x",
    input: schema.Object({
      id28: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id28.length + args.list.length,
  }),
  t29: tool({
    description: "x",
    input: z.object({ id29: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id29.length + args.list.length,
  }),
  t30: tool({
    description: "x",
    input: schema.Object({
      id30: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id30.length + args.list.length,
  }),
  t31: tool({
    description: "x",
    input: z.object({ id31: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id31.length + args.list.length,
  }),
  t32: tool({
    description: "x",
    input: schema.Object({
      id32: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id32.length + args.list.length,
  }),
  t33: tool({
    description: "x",
    input: z.object({ id33: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id33.length + args.list.length,
  }),
  t34: tool({
    description: "x",
    input: schema.Object({
      id34: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id34.length + args.list.length,
  }),
  t35: tool({
    description: "x",
    input: z.object({ id35: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id35.length + args.list.length,
  }),
  t36: tool({
    description: "x",
    input: schema.Object({
      id36: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id36.length + args.list.length,
  }),
  t37: tool({
    description: "x",
    input: z.object({ id37: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id37.length + args.list.length,
  }),
  t38: tool({
    description: "x",
    input: schema.Object({
      id38: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id38.length + args.list.length,
  }),
  t39: tool({
    description: "x",
    input: z.object({ id39: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id39.length + args.list.length,
  }),
  t40: tool({
    description: "x",
    input: schema.Object({
      id40: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id40.length + args.list.length,
  }),
  t41: tool({
    description: "x",
    input: z.object({ id41: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id41.length + args.list.length,
  }),
  t42: tool({
    description: "x",
    input: schema.Object({
      id42: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id42.length + args.list.length,
  }),
  t43: tool({
    description: "x",
    input: z.object({ id43: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id43.length + args.list.length,
  }),
  t44: tool({
    description: "x",
    input: schema.Object({
      id44: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id44.length + args.list.length,
  }),
  t45: tool({
    description: "x",
    input: z.object({ id45: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id45.length + args.list.length,
  }),
  t46: tool({
    description: "x",
    input: schema.Object({
      id46: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id46.length + args.list.length,
  }),
  t47: tool({
    description: "x",
    input: z.object({ id47: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id47.length + args.list.length,
  }),
  t48: tool({
    description: "x",
    input: schema.Object({
      id48: schema.String(),
      list: schema.Array(schema.Object({ n: schema.Number(), u: schema.Union([schema.Literal("a"), schema.Literal("b")]) })),
    }),
    execute: (args) => args.id48.length + args.list.length,
  }),
  t49: tool({
    description: "x",
    input: z.object({ id49: z.string(), list: z.array(z.object({ n: z.number(), u: z.enum(["a", "b"]) })) }),
    execute: (args) => args.id49.length + args.list.length,
  }),
};

test("fifty tools infer their arguments and fit one record", () => {
  expectTypeOf(tools).toExtend<Readonly<Record<string, Tool>>>();
});
