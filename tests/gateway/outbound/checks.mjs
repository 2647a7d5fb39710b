// Runs inside a runtime and says a line of JSON per check. Talks to the servers of servers.mjs, whose counts it asks for.

import { createOutbound } from "../../../packages/gateway/src/outbound.ts";
import CASES from "../../../packages/gateway/test/outbound/cases.json" with { type: "json" };

const { ports, transport } = JSON.parse(process.argv.at(-1));
const plain = `http://127.0.0.1:${ports.plain}`;
const options = transport === undefined ? {} : { transport };
const local = createOutbound({ ...options, allowLocal: true });
const strict = createOutbound(options);

const counts = async () => (await local.fetch(`${plain}/counts`)).json();
const at = (address) => [{ address, family: address.includes(":") ? 6 : 4 }];

function equal(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

/** @returns the error, whose code is the one expected */
async function failsAs(code, promise) {
  const error = await promise.then(
    (response) => new Error(`it was answered with ${response?.status}`),
    (error) => error,
  );
  if (error.code !== code) throw new Error(`${code} expected, and it was ${error.code} ${error.stack} ${error.cause}`);
  return error;
}

async function until(what, holds) {
  for (let count = 0; count < 100; count += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never: ${what}`);
}

const CHECKS = {
  async "every refused row of the table is refused"() {
    const before = await counts();
    for (const { url, dns, code = "outbound_refused" } of CASES.filter(({ allow }) => !allow)) {
      const lookup = async () => (dns ?? []).flatMap(at);
      const outbound = createOutbound({ ...options, lookup });
      const error = await failsAs(code, outbound.fetch(url)).catch((error) =>
        Promise.reject(new Error(`${url} as ${dns}: ${error.message}`)),
      );
      for (const address of dns ?? [])
        if (address.length > 2 && error.message.includes(address)) throw new Error(`${url}: names ${address}`);
      await outbound.close();
    }
    equal((await counts()).requests, before.requests);
  },
  // Where it leads is on the internet, which may or may not be there; that it is tried is all that counts.
  async "no allowed row of the table is refused"() {
    const tried = CASES.filter(({ allow }) => allow).map(async ({ url, dns }) => {
      const outbound = createOutbound({ ...options, lookup: async () => (dns ?? []).flatMap(at), connectTimeoutMs: 100 });
      const code = await outbound.fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        () => "answered",
        (error) => error.code ?? error.name,
      );
      if (code === "outbound_refused") throw new Error(`${url} as ${dns} was refused`);
      await outbound.close();
    });
    await Promise.all(tried);
  },
  async "a server of this machine is not reached: by address, by name, and by a name that turns"() {
    const before = await counts();
    const turning = ["93.184.215.14", "127.0.0.1"];
    const turn = createOutbound({ ...options, lookup: async () => at(turning.shift() ?? "127.0.0.1"), connectTimeoutMs: 100 });
    const named = createOutbound({ ...options, lookup: async () => at("127.0.0.1") });
    await failsAs("outbound_refused", strict.fetch(`https://127.0.0.1:${ports.secure}/hello`));
    await failsAs("outbound_refused", strict.fetch(`https://[::ffff:127.0.0.1]:${ports.secure}/hello`));
    await failsAs("outbound_refused", named.fetch(`https://rebind.example.com:${ports.secure}/hello`));
    await turn.fetch(`https://rebind.example.com:${ports.secure}/hello`).catch(() => {});
    await failsAs("outbound_refused", turn.fetch(`https://rebind.example.com:${ports.secure}/hello`));
    await Promise.all([turn.close(), named.close()]);
    equal((await counts()).requests, before.requests);
  },
  async "each connection is looked up once, and goes where the lookup said"() {
    const answers = ["127.0.0.1", "169.254.169.254"];
    const outbound = createOutbound({ ...options, allowLocal: true, lookup: async () => at(answers.shift()) });
    const url = `http://rebind.example.com:${ports.plain}/close`;
    equal(await (await outbound.fetch(url)).text(), "hello");
    equal(answers, ["169.254.169.254"]);
    await failsAs("outbound_refused", outbound.fetch(url));
    await outbound.close();
  },
  async "a connection is used again"() {
    const before = await counts();
    for (let count = 0; count < 5; count += 1) {
      equal(await (await local.fetch(`${plain}/hello`)).text(), "hello");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    equal((await counts()).connections - before.connections < 2, true);
  },
  async "bodies go out and come back"() {
    equal(await (await local.fetch(`${plain}/echo`, { method: "POST", body: "grün" })).text(), "POST grün");
    const stream = new Blob(["streamed"]).stream();
    equal(await (await local.fetch(`${plain}/echo`, { method: "PUT", body: stream, duplex: "half" })).text(), "PUT streamed");
    equal(await (await local.fetch(`${plain}/gzip`)).text(), "hello");
    const answer = await local.send({ url: `${plain}/echo`, method: "POST", headers: {}, body: "{}" });
    equal([answer.status, await answer.text(100)], [200, "POST {}"]);
    equal((await counts()).lastHeaders["content-length"], "2");
  },
  async "a redirect to a metadata address is refused, and a loop ends"() {
    await failsAs("outbound_refused", local.fetch(`${plain}/?to=http://169.254.169.254/latest/`));
    const before = await counts();
    await failsAs("outbound_redirect", local.fetch(`${plain}/loop`));
    equal((await counts()).requests - before.requests, 6);
  },
  async "credentials stay with their origin"() {
    const to = encodeURIComponent(`http://127.0.0.1:${ports.other}/hello`);
    const headers = { authorization: "Bearer secret", cookie: "a=secret", "x-api-key": "secret" };
    equal(await (await local.fetch(`${plain}/?to=${to}`, { headers })).text(), "hello");
    equal(JSON.stringify((await counts()).lastHeaders).includes("secret"), false);
  },
  async "a body that is too large is cut while it comes, a gzip bomb too"() {
    const small = createOutbound({ ...options, allowLocal: true, maxBytes: 1_048_576 });
    for (const path of ["/endless", "/bomb"]) {
      const before = await counts();
      const response = await small.fetch(plain + path);
      await failsAs("outbound_too_large", response.arrayBuffer());
      await until("the server sees its connection closed", async () => (await counts()).closedEarly > before.closedEarly);
      const { writtenBytes } = await counts();
      if (writtenBytes > 134_217_728) throw new Error(`the server could send ${writtenBytes} bytes`);
    }
    await small.close();
  },
  async "a reader that waits makes the server wait"() {
    const before = await counts();
    const answer = await local.send({ url: `${plain}/endless`, method: "GET", headers: {}, maxBytes: 2 ** 40 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    answer.discard();
    await until("the server sees its connection closed", async () => (await counts()).closedEarly > before.closedEarly);
    const { writtenBytes } = await counts();
    if (writtenBytes > 67_108_864) throw new Error(`the server could send ${writtenBytes} bytes`);
  },
  async "headers that don't come, and a signal, end a request"() {
    const hasty = createOutbound({ ...options, allowLocal: true, headersTimeoutMs: 200 });
    await failsAs("outbound_timeout", hasty.fetch(`${plain}/silent`));
    await hasty.close();
    const reason = Object.assign(new Error("enough"), { code: "ours" });
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(reason), 50);
    await failsAs("ours", local.fetch(`${plain}/silent`, { signal: waiting.signal }));
    const reading = new AbortController();
    const response = await local.fetch(`${plain}/first`, { signal: reading.signal });
    setTimeout(() => reading.abort(reason), 50);
    await failsAs("ours", response.text());
  },
  async "a certificate is asked for, and for the name in the URL"() {
    const here = createOutbound({ ...options, allowLocal: true, lookup: async () => at("127.0.0.1") });
    equal(await (await here.fetch(`https://localhost:${ports.secure}/hello`)).text(), "hello");
    await failsAs("outbound_unreachable", here.fetch(`https://127.0.0.1:${ports.secure}/hello`));
    await failsAs("outbound_unreachable", here.fetch(`https://other.example.com:${ports.secure}/hello`));
    const to = encodeURIComponent(`${plain}/hello`);
    await failsAs("outbound_redirect", here.fetch(`https://localhost:${ports.secure}/?to=${to}`));
    await here.close();
  },
  async "nothing is sent by a transport that reads over the guard"() {
    if ("Bun" in globalThis || "Deno" in globalThis) {
      const before = await counts();
      const shim = createOutbound({ transport: "undici", allowLocal: true });
      await failsAs("outbound_refused", shim.fetch(`${plain}/hello`));
      await failsAs("outbound_refused", shim.fetch(`${plain}/hello`));
      equal((await counts()).requests, before.requests);
    }
  },
  async "a proxy that the environment names is not asked"() {
    equal(await (await local.fetch(`http://localhost:${ports.plain}/hello`)).text(), "hello");
    equal((await counts()).proxied, 0);
  },
};

for (const [name, check] of Object.entries(CHECKS)) {
  const startedAtMs = performance.now();
  const detail = await check().then(
    () => undefined,
    (error) => String(error?.stack ?? error),
  );
  console.log(JSON.stringify({ name, ok: detail === undefined, ms: Math.round(performance.now() - startedAtMs), detail }));
}
await local.close();
process.exit(0);
