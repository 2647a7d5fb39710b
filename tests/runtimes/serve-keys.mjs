// The test runtime's key document on a real socket, for servers in other processes.

import { createServer } from "node:http";

/** @param answer gives the document, as `runtime.options.fetch` does */
export async function serveKeys(answer) {
  const server = createServer(async (_request, response) => {
    const document = await answer();
    response.writeHead(200, { "content-type": document.headers.get("content-type") }).end(await document.text());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/.well-known/jwks.json`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
