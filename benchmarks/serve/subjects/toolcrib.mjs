import { serveTools } from "@toolcrib/server";
import { schema, tool } from "@toolcrib/tools";

export const revision = "2026-07-28";

export function createHandler() {
  const echo = tool({ description: "Says it again", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text });
  return serveTools({ echo }, { auth: "none", log: () => {} });
}
