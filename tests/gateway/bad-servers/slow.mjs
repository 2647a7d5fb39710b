// Servers that take their time, or never come to an end.

const hang = () => {};

/** One byte at a time, for ever or for as long as the text is. */
function drip(socket, text) {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= text.length) return;
    socket.write(text[sent]);
    sent += 1;
  }, 200);
  socket.once("close", () => clearInterval(timer));
}

export const SLOW = {
  "hanging-document": { GET: hang },
  "dripping-document": {
    GET({ response }) {
      response.writeHead(200, { "content-type": "application/json", "content-length": 10_000 }).flushHeaders();
      drip(response, `{"openapi":"3.1.0",${" ".repeat(9_000)}`);
    },
  },
  "hangs-at-once": { "server/discover": hang, initialize: hang },
  "hangs-on-greeting": { "notifications/initialized": hang },
  "hangs-on-list": { "tools/list": hang },
  "hangs-on-call": { "tools/call": hang },
  "late-on-list": { "tools/list": ({ healthyAnswer }) => setTimeout(healthyAnswer, 6_000) },
  "drips-headers": { "tools/list": ({ response }) => drip(response.socket, `HTTP/1.1 200 OK\r\nx-filler: ${"x".repeat(10_000)}`) },
  "drips-body": {
    "tools/list": ({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 10_000 }).flushHeaders();
      drip(response, `{"jsonrpc":"2.0","id":1,"result":{"tools":[${" ".repeat(9_000)}`);
    },
  },
  "drips-call": {
    "tools/call": ({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 10_000 }).flushHeaders();
      drip(response, `{"jsonrpc":"2.0","id":1,"result":{"content":[${" ".repeat(9_000)}`);
    },
  },
};
