// What no server on Node can save: a JSON echo. The body read, JSON both ways, an answer of known length.

export const revision = "2026-07-28";

export function createListener() {
  return (request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  };
}
