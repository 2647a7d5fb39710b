// It answers web requests only; on Node it stands behind the official adapter.

import { toNodeHandler } from "@modelcontextprotocol/node";
import { createHandler, revision } from "../../serve/subjects/mcp-handler.mjs";

export { revision };
export const createListener = () => toNodeHandler({ fetch: createHandler() });
