// From a document's text to the finished list of tools, by each product; what it imports is loaded before the clock runs.

import { freePort } from "../gateway/children.mjs";

export const SUBJECTS = {
  /** What nobody can save. */
  "JSON.parse": async () => (text) => Object.keys(JSON.parse(text).paths).length,

  async toolcrib() {
    const { openApiTools } = await import("@toolcrib/openapi");
    const { serveTools } = await import("@toolcrib/server");
    const ask = () => new Request("http://localhost/mcp", { method: "POST", headers: { "content-type": "application/json" }, body: LIST });
    // The platform loads its own Request and Response when they are first used.
    await new Response(ask().body).arrayBuffer();
    return async (text) => {
      const { tools } = await openApiTools(text, { fetch, documentUrl: "https://api.example.com/openapi.json" });
      const response = await serveTools(tools, { auth: "none", log() {} })(ask());
      return (await response.arrayBuffer()).byteLength;
    };
  },

  async "fastmcp/openapi"() {
    const { fromOpenAPI } = await import("fastmcp/openapi");
    const port = await freePort();
    const url = `http://localhost:${port}/mcp`;
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    await new Response(new Request(url, { method: "POST", headers, body: LIST }).body).arrayBuffer();
    return async (text) => {
      const server = await fromOpenAPI({ spec: JSON.parse(text), baseUrl: "https://api.example.com", maxTools: 5_000 });
      // It has no list but over a transport.
      await server.start({ transportType: "httpStream", httpStream: { port, stateless: true, enableJsonResponse: true } });
      const response = await fetch(url, { method: "POST", headers, body: LIST });
      return (await response.arrayBuffer()).byteLength;
    };
  },

  async "openapi-mcp-generator"() {
    const { getToolsFromOpenApi } = await import("openapi-mcp-generator");
    return async (text) => JSON.stringify(await getToolsFromOpenApi(JSON.parse(text), { baseUrl: "https://api.example.com" })).length;
  },

  async "@ivotoby/openapi-mcp-server"() {
    const { OpenAPISpecLoader } = await import("@ivotoby/openapi-mcp-server");
    return async (text) => {
      const loader = new OpenAPISpecLoader();
      return JSON.stringify([...loader.parseOpenAPISpec(await loader.loadOpenAPISpec("", "inline", text)).values()]).length;
    };
  },
};

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
