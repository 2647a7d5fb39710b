// What no server on Node can save: the body read, JSON both ways, an answer of known length.

export const revision = "2026-07-28";

export function createListener() {
  return (request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: params.arguments.text }] } });
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  };
}
