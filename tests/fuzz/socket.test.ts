// Junk on a real socket: bytes that are no HTTP, HTTP that is nearly right, and requests no web Request could carry.
// Whatever comes, the listener answers or hangs up, and the next good request is answered.

import { connect } from "node:net";
import { type ServeOptions, serveTools } from "@toolcrib/server";
import { type NodeListenerOptions, nodeListener } from "@toolcrib/server/node";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listen } from "../attacks/served.ts";
import { INSIDE, watchMemory } from "./invariants.ts";
import { type Input, input } from "./requests.ts";
import { parameters, TEST_MS } from "./runs.ts";
import { TOOLS } from "./tools.ts";

/** The request as it goes over the wire, a character a byte, with nothing put right: two hosts, a length that lies, a header line of one's own. */
function toText({ method, path, headers, body }: Input, length: number | undefined, line: string): string {
  const bytes = Buffer.from(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    `Content-Length: ${length ?? bytes.length}`,
    ...lines,
    ...(line === "" ? [] : [line]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${bytes.toString("latin1")}`;
}

const raw = fc.record({
  input,
  length: fc.option(fc.constantFrom(0, 1, 10, 5_000, -1), { nil: undefined, freq: 4 }),
  line: fc.oneof(
    { weight: 6, arbitrary: fc.constant("") },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Connection: close",
        "Connection: upgrade\r\nUpgrade: h2c",
        "Expect: 100-continue",
        "Expect: nonsense",
        "Authorization: Bearer good\r\nAuthorization: Bearer bad",
        "X-Forwarded-Host: a b\r\nX-Forwarded-Proto: https",
        "X-Forwarded-Host: [::1\r\nX-Forwarded-Proto: ://",
        "Origin: https://a.example\r\nOrigin: https://b.example",
        " folded",
        "no colon",
        ": no name",
        "Bad\u0001Name: x",
        `Long: ${"x".repeat(20_000)}`,
      ),
    },
  ),
});

const junkText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: raw.map(({ input, length, line }) => toText(input, length, line)) },
  { weight: 1, arbitrary: fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "GET",
      "POST / HTTP/1.1\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "GET http://a b/ HTTP/1.1\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST m://x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(raw, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }))
      .map(([{ input, length, line }, flips]) => {
        const sent = Buffer.from(toText(input, length, line), "latin1");
        for (const [at, byte] of flips) sent[at % sent.length] = byte;
        return sent.toString("latin1");
      }),
  },
);

/** Sends this and no more, and reads until the other side hangs up. */
function exchange(port: number, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(sent, "latin1"));
    socket.setEncoding("latin1").on("data", (data) => {
      received += data;
      // A subscription ends when its reader leaves.
      if (received.includes("subscriptions/acknowledged")) socket.destroy();
    });
    socket.on("error", () => {}).on("close", () => resolve(received));
  });
}

const SERVERS: readonly (readonly [string, ServeOptions, NodeListenerOptions])[] = [
  ["that verifies nobody", { auth: "none" }, {}],
  [
    "that verifies callers, behind a proxy it trusts",
    { verify: ({ token }) => (token === "good" ? { subject: "s" } : undefined), oauth: { authorizationServers: ["https://login.test"] } },
    { trustProxy: true },
  ],
];

test.each(SERVERS)(
  "a server %s",
  async (_what, options, listenerOptions) => {
    const failures: unknown[] = [];
    // A caller that leaves half-way is told to the owner too; that is no failure.
    const onError = (error: unknown, call?: unknown) =>
      void (call === undefined && !/ended before its body|aborted/.test(String(error)) && failures.push(error));
    const origin = await listen(nodeListener(serveTools(TOOLS, { ...options, log: () => {}, onError }), listenerOptions));
    const { port } = new URL(origin);
    const isFlat = await watchMemory();
    await fc.assert(
      fc.asyncProperty(junkText, async (junk) => {
        const received = await exchange(Number(port), junk);
        expect(received).not.toMatch(INSIDE);
        expect(received === "" || /^HTTP\/1\.1 [1245]\d\d /.test(received)).toBe(true);
        expect(received).not.toMatch(/^HTTP\/1\.1 50[02-9] /m);
        const good = await fetch(origin, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer good" },
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        });
        expect(await good.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
      }),
      { ...parameters(150), timeout: 10_000 },
    );
    await isFlat();
    expect(failures).toEqual([]);
  },
  TEST_MS,
);
