// One file, one tool: it runs in a process of its own, with the values it names and nothing else of our environment.

import { schema, tool } from "@toolcrib/tools";

export default tool({
  description: "Converts an amount of euros",
  input: schema.Object({ euros: schema.Number(), currency: schema.Union([schema.Literal("USD"), schema.Literal("GBP")]) }),
  effects: "none",
  env: ["RATES"],
  execute: ({ euros, currency }, { env }) => ({ amount: Math.round(euros * JSON.parse(env.RATES)[currency] * 100) / 100, currency }),
});
