// Servers that send more than anybody can take.

import { createGzip } from "node:zlib";

const MIB = 1_048_576;
const TOTAL = 200 * MIB;
const PIECE = Buffer.alloc(MIB, 0x20);

/** Writes up to 200 MiB of blanks behind a beginning of JSON, as fast as they are read. */
function pour(target, response) {
  let sent = 0;
  const more = () => {
    while (sent < TOTAL && !response.destroyed) {
      sent += MIB;
      if (!target.write(PIECE)) return void target.once("drain", more);
    }
    if (!response.destroyed) target.end();
  };
  response.once("close", () => target.destroy?.());
  target.on("error", () => {});
  target.write('{"jsonrpc":"2.0","id":1,"result":{"content":[');
  more();
}

const plain = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": TOTAL + 45 });
  pour(response, response);
};
const chunked = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  pour(response, response);
};
const gzip = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  const packer = createGzip({ level: 1 });
  packer.pipe(response);
  pour(packer, response);
};
/** Comments and notifications, one after the other, for ever. */
const endless = ({ response }) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = `: ${"x".repeat(1_000)}\n\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n`.repeat(10);
  const timer = setInterval(() => response.write(event), 5);
  response.once("close", () => clearInterval(timer));
};
/** One event that has no end. */
const endlessEvent = ({ response }) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("data: ");
  pour(response, response);
};
const hugeResult = ({ json, message }) =>
  json({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: "x".repeat(1.1 * MIB) }] } });
/** Pages that are each small enough, and too much together. */
const hugePages = ({ json, message }) => {
  const page = Number(message.params?.cursor ?? 0);
  const description = "x".repeat(8 * MIB);
  const tools = [{ name: `tool_${page}`, description, inputSchema: { type: "object" } }];
  json({ jsonrpc: "2.0", id: message.id, result: { tools, nextCursor: String(page + 1) } });
};

export const OVERSIZED = {
  "huge-list": { "tools/list": plain },
  "huge-list-chunked": { "tools/list": chunked },
  "huge-list-gzip": { "tools/list": gzip },
  "huge-list-event": { "tools/list": endlessEvent },
  "huge-list-pages": { "tools/list": hugePages },
  "huge-greeting": { "server/discover": chunked, initialize: chunked },
  "endless-list": { "tools/list": endless },
  "huge-call": { "tools/call": plain },
  "huge-call-chunked": { "tools/call": chunked },
  "huge-call-gzip": { "tools/call": gzip },
  "huge-call-event": { "tools/call": endlessEvent },
  "huge-call-result": { "tools/call": hugeResult },
  "endless-call": { "tools/call": endless },
};
