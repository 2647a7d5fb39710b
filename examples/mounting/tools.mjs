// The tool that every server here serves.

import { schema, tool } from "@toolcrib/tools";

export const greet = tool({
  description: "Greet the person a call is for. Returns the greeting.",
  input: schema.Object({}),
  effects: "none",
  execute: async (_input, context) => {
    context.progress("Looking for the right words");
    // Long enough to see whether progress arrives before the result, or a server in between holds it back.
    await new Promise((resolve) => setTimeout(resolve, 250));
    return `Hello ${context.identity.subject}`;
  },
});
