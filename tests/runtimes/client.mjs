// A client of one server: signed calls over real sockets, whole or in pieces.

import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";

/** @param runtime signs, see testRuntime */
export function createClient(runtime, url) {
  return {
    runtime,
    url,
    /** A call to its end, as a runtime sends it. */
    call: (tool, args, options) => runtime.callTool((request) => fetch(request), url, tool, args, options),
    /** What a call that succeeds gives back. */
    async result(tool, args, options) {
      const { status, isError, error, text, structuredContent } = await this.call(tool, args, options);
      assert.equal(status, 200, `${tool} was answered with ${status} ${JSON.stringify(error)}`);
      assert.ok(!isError, `${tool} failed: ${text}`);
      return structuredContent ?? text;
    },
    list: () => runtime.listTools((request) => fetch(request), url),
    /** The messages of a call's stream, each as soon as it is there. */
    async *stream(tool, args) {
      const response = await fetch(await runtime.request(url, tool, args, { onProgress: () => {} }));
      assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
      yield* readEvents(response.body);
    },
    /** Sends a call on a socket of its own, which its sender can destroy. */
    async send(tool, args) {
      const { method, headers, body } = await toPlain(await runtime.request(url, tool, args, { onProgress: () => {} }));
      const sent = httpRequest(url, { method, headers, agent: false }).end(body);
      // Destroying it is an error to Node, and what is wanted here.
      sent.on("error", () => {});
      return {
        firstBytes: new Promise((resolve) => sent.once("response", (response) => response.once("data", resolve).once("error", () => {}))),
        leave: () => sent.destroy(),
      };
    },
  };
}

async function* readEvents(body) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

async function toPlain(request) {
  return { method: request.method, headers: Object.fromEntries(request.headers), body: await request.text() };
}
