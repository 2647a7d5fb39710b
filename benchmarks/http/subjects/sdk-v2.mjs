// The official SDK, second line, behind its own adapter for Node.

import { toNodeHandler } from "@modelcontextprotocol/node";
import { createHandler, revision } from "../../serve/subjects/sdk-v2.mjs";

export { revision };
export const createListener = () => toNodeHandler({ fetch: createHandler() });
