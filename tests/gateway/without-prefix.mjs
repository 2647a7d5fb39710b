// A shim in front of a gateway that makes it look like the one server behind it: it takes the source's name off the tools
// that are listed and puts it onto those that are called, and adds the agent's token. Nothing else of a message is touched.

import { createServer, request as send } from "node:http";

/** @returns the shim's URL, and how it ends */
export async function startWithoutPrefix({ url, token, prefix }) {
  const front = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => forward(Buffer.concat(chunks).toString("utf8"), request, response));
  });
  front.keepAliveTimeout = 60_000;
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () => {
    front.closeAllConnections();
    front.close();
  };
  return { url: `http://127.0.0.1:${front.address().port}/mcp`, close };

  function forward(text, { method, headers: received }, response) {
    const { host: _host, "content-length": _length, ...headers } = received;
    const named = headers["mcp-name"] === undefined ? {} : { "mcp-name": `${prefix}${headers["mcp-name"]}` };
    const options = { method, headers: { ...headers, ...named, authorization: `Bearer ${token}` } };
    const onward = send(url, options, (answer) => {
      const { "content-length": _stale, ...answered } = answer.headers;
      response.writeHead(answer.statusCode, answered);
      answer.on("data", (chunk) => response.write(chunk.toString("utf8").replaceAll(`"name":"${prefix}`, '"name":"')));
      answer.on("end", () => response.end());
      answer.on("error", () => response.destroy());
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(withPrefix(text, prefix));
  }
}

function withPrefix(text, prefix) {
  try {
    const message = JSON.parse(text);
    const { method, params } = message;
    if (method !== "tools/call" || typeof params?.name !== "string") return text;
    return JSON.stringify({ ...message, params: { ...params, name: `${prefix}${params.name}` } });
  } catch {
    return text;
  }
}
