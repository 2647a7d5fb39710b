import { serveTools } from "@toolcrib/server";
import { schema, tool } from "@toolcrib/tools";
import { URL_TEXT } from "../request.mjs";
import { runtime } from "../signed.mjs";

export { createCredentials } from "../signed.mjs";
export const revision = "2026-07-28";

/** The token's life is a minute and a bench takes longer, so its clock stands still. */
export function createHandler() {
  const echo = tool({ description: "Says it again", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text });
  const nowMs = Date.now();
  return serveTools({ echo }, { ...runtime.options, now: () => nowMs, audience: URL_TEXT });
}
