import { nodeListener } from "@toolcrib/server/node";
import { createCredentials, createHandler, revision } from "../../serve/subjects/toolcrib-signed.mjs";

export { createCredentials, revision };
export const createListener = () => nodeListener(createHandler());
