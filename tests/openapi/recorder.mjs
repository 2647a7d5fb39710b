// The API that is called: two origins that keep every request as it came, and a third by which the client says which
// case it is at. A case may say what a path is answered with; everything else is answered with `{}`.

import { createServer } from "node:http";
import { withOrigins } from "./client/with-origins.mjs";

/** @returns the origins, `records` (one for each case: its requests and its outcomes) and `finished` */
export async function startRecorder(cases) {
  const records = cases.map(() => ({ requests: [], outcomes: [] }));
  let [current, finish] = [-1];
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const origins = {};

  const record = (origin) => async (request, response) => {
    const { method, url, rawHeaders } = request;
    const body = await readBody(request);
    records[current]?.requests.push({ origin, line: `${method} ${url}`, rawHeaders, body });
    const answer = cases[current]?.answers?.[`${origin} ${url.split("?", 1)[0]}`] ?? {};
    const { status = 200, headers = {}, json = {} } = withOrigins(answer, origins);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
  };
  const control = async (request, response) => {
    const body = await readBody(request);
    if (request.url === "/finished") finish();
    else if (request.url.startsWith("/begin/")) current = Number(request.url.slice(7));
    else if (request.url.startsWith("/end/")) records[Number(request.url.slice(5))].outcomes = JSON.parse(body.toString());
    response.end(JSON.stringify(origins));
  };

  const servers = await Promise.all([record("own"), record("other"), control].map(listen));
  const [own, other, controlOrigin] = servers.map((server) => `http://127.0.0.1:${server.address().port}`);
  Object.assign(origins, { own, other });
  return {
    origins,
    controlOrigin,
    records,
    finished,
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(onRequest) {
  const server = createServer(onRequest);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
