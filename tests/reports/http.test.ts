// The outermost layer: where the handler is mounted, what a client accepts, and what a browser asks first.

import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { testRuntime } from "@toolcrib/testing";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, events, handshake, handshakeCall, json, serve, stateless } from "../../packages/server/test/mcp.ts";
import { listen, withHeaders } from "../attacks/served.ts";

const echo = tool({ description: "x", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text });
const who = tool({ description: "x", execute: (_args, { identity }) => identity.subject });

describe("vercel/mcp-handler#142, vercel/mcp-handler#24, cloudflare/agents#148: a handler asks not where it is mounted", () => {
  const PATHS = ["/", "", "/mcp", "/mcp/", "/a/b/", "/api/tenant-7/mcp", "/api/%5B...x%5D", "/mcp?session=1", "//mcp", "/sse"];

  test.each(PATHS)("at %j it serves every method of both eras", async (path) => {
    const handler = serve({ echo });
    for (const request of [call("echo", { text: "a" }), handshakeCall("echo", { text: "a" })])
      expect((await json(handler(new Request(`http://localhost${path}`, request)))).result.content[0].text).toBe("a");
    for (const request of [stateless("tools/list"), handshake("tools/list"), handshake("initialize", { protocolVersion: "2025-06-18" })])
      expect((await handler(new Request(`http://localhost${path}`, request))).status).toBe(200);
  });

  test.each(["/", "/mcp", "/a/b/", "/api/[...x]"])(
    "at %j a signed call is for that path, with a slash at its end or without",
    async (path) => {
      const runtime = await testRuntime();
      const handler = serveTools({ who }, runtime.options);
      const url = `https://app.test${path}`;
      expect((await runtime.callTool(handler, url, "who")).text).toBe("test-subject");
      expect((await runtime.callTool(handler, `${url.replace(/\/$/, "")}/`, "who")).text).toBe("test-subject");
    },
  );

  test("no path is special on a socket either, also where a framework cut the mount path or read the body before", async () => {
    const listener = nodeListener(serve({ echo }));
    const cut = await listen((request, response) => listener(Object.assign(request, { originalUrl: request.url, url: "/" }), response));
    const parsed = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      listener(Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) }), response);
    });
    for (const origin of [await listen(listener), cut, parsed]) {
      for (const path of ["/", "/mcp", "/a/b/"]) {
        const request = call("echo", { text: "grüße" });
        const response = await fetch(origin + path, { method: "POST", headers: request.headers, body: await request.text() });
        expect((await json(response)).result.content[0].text).toBe("grüße");
      }
    }
  });
});

describe("bh-rat/context-awesome#11, honojs/middleware#1774: what a client accepts never costs it the answer", () => {
  const ACCEPTS = [
    undefined,
    "application/json",
    "*/*",
    "application/*",
    "text/html",
    "application/json;q=0.5, */*;q=0.1",
    "",
    "text/plain,",
    ";;,",
  ];
  const steps = tool({
    description: "x",
    execute: (_args, { progress }) => {
      progress("a");
      return "done";
    },
  });

  test.each(ACCEPTS)("Accept: %j is answered with JSON, in both eras, for every method", async (accept) => {
    const handler = serve({ echo, steps });
    for (const request of [
      call("echo", { text: "a" }),
      handshakeCall("echo", { text: "a" }),
      stateless("tools/list"),
      handshake("ping"),
      call("steps", {}, { meta: { progressToken: 1 } }),
    ]) {
      const response = await handler(withHeaders(request, { accept }));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect((await json(response)).error).toBeUndefined();
    }
  });

  test("a client that takes nothing but a stream gets its result as one", async () => {
    const handler = serve({ echo });
    const response = await handler(call("echo", { text: "a" }, { headers: { accept: "text/event-stream" } }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect((await events(response)).map(({ result }) => result.content[0].text)).toEqual(["a"]);
  });
});

describe("punkpeye/fastmcp#240, PrefectHQ/fastmcp#3122, netdata/netdata#22258, modelcontextprotocol/typescript-sdk#764: a page in a browser", () => {
  const APP = "https://app.test";
  const city = tool({
    description: "x",
    input: { type: "object", properties: { city: { type: "string", "x-mcp-header": "City" } } },
    execute: () => 1,
  });
  const preflight = (origin: string) =>
    new Request("http://localhost/mcp", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "mcp-protocol-version" },
    });

  test("may send every header that either era needs, and those of annotated arguments", async () => {
    const response = await serve({ echo, city }, { cors: { origins: [APP] } })(preflight(APP));
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(APP);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = response.headers.get("access-control-allow-headers")?.split(", ");
    for (const name of ["content-type", "authorization", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-city"])
      expect(allowed).toContain(name);
  });

  test("may read every answer, a refusal and a stream too, and the challenge in it", async () => {
    const runtime = await testRuntime();
    const steps = tool({ description: "x", execute: (_args, { progress }) => progress("a") });
    const handler = serveTools({ steps }, { ...runtime.options, cors: { origins: [APP] } });
    const ask = (options: object) => runtime.request("https://shop.test/mcp", "steps", {}, { headers: { origin: APP }, ...options });
    for (const options of [{}, { fault: "token_expired" as const }, { onProgress: () => {} }]) {
      const response = await handler(await ask(options));
      expect(response.headers.get("access-control-allow-origin")).toBe(APP);
      expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
      expect(response.headers.get("vary")).toBe("Origin");
      await response.body?.cancel();
    }
  });

  test("needs no session header: none is ever sent", async () => {
    const response = await serve({ echo })(handshake("initialize", { protocolVersion: "2025-11-25", capabilities: {} }));
    expect([...response.headers.keys()]).toEqual(["content-type"]);
  });

  test("of another origin is let nowhere, and a server that lists none answers no preflight", async () => {
    for (const [origins, origin] of [
      [[APP], "https://evil.example"],
      [[], APP],
      [["*"], "null"],
    ] as const) {
      const handler = serve({ echo }, { cors: { origins } });
      expect((await handler(preflight(origin))).status).toBe(403);
      expect((await handler(call("echo", { text: "a" }, { headers: { origin } }))).headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
