// The same server on the wire of clients that start with a handshake.

export { createHandler } from "./toolcrib.mjs";

export const revision = "2025-11-25";
