import { nodeListener } from "@toolcrib/server/node";
import { createHandler, revision } from "../../serve/subjects/toolcrib.mjs";

export { revision };
export const createListener = () => nodeListener(createHandler());
