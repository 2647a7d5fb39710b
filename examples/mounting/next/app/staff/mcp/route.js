// A second path for the same tools.

export { GET, POST } from "../../mcp/route.js";
