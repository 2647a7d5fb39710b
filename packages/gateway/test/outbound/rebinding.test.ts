import { describe, expect, test } from "vitest";
import { createGuard, type Guard } from "../../src/outbound/guard.ts";
import { createPolicy } from "../../src/outbound/policy.ts";
import { startNameServer } from "./name-server.ts";
import { CREATE, open, serve, TRANSPORTS, watchSockets } from "./worlds.ts";

describe.each(TRANSPORTS)("over %s", (transport) => {
  test("a name that turns from a public address to 127.0.0.1 is refused the second time, and nobody listens in vain", async () => {
    const names = await startNameServer(["93.184.215.14", "127.0.0.1"]);
    const inside = await serve((_request, response) => response.end("secret"));
    const attempts = watchSockets({ stub: true });
    const outbound = open({ transport, lookup: names.lookup });
    const url = `https://rebind.example.com:${inside.port}/`;

    await expect(outbound.fetch(url)).rejects.toMatchObject({ code: "outbound_unreachable" });
    await expect(outbound.fetch(url)).rejects.toMatchObject({ code: "outbound_refused", wasSent: false });

    expect(names.answered).toEqual(["93.184.215.14", "127.0.0.1"]);
    expect(attempts).toEqual(["93.184.215.14"]);
    expect(inside.connections).toBe(0);
  });

  // The same with every socket real: what is refused with allowLocal too stands for what is not public without it.
  test("each connection is looked up once and goes to the address of that answer; the next answer is judged anew", async () => {
    const names = await startNameServer(["127.0.0.1", "169.254.169.254"]);
    const server = await serve((_request, response) => response.setHeader("connection", "close").end("hello"));
    const outbound = open({ transport, lookup: names.lookup, allowLocal: true });
    const url = `http://rebind.example.com:${server.port}/`;

    expect(await (await outbound.fetch(url)).text()).toBe("hello");
    expect(names.answered).toEqual(["127.0.0.1"]);
    const error: unknown = await outbound.fetch(url).catch((error: unknown) => error);

    expect(error).toMatchObject({ code: "outbound_refused", wasSent: false });
    expect((error as Error).message).not.toContain("169.254");
    expect(String((error as Error).cause)).toContain("169.254.169.254");
    expect(server.requests).toHaveLength(1);
  });

  test("a connection that is kept is used again without a lookup", async () => {
    const names = await startNameServer(["127.0.0.1", "169.254.169.254"]);
    const server = await serve((_request, response) => response.end("hello"));
    const outbound = open({ transport, lookup: names.lookup, allowLocal: true });
    const url = `http://rebind.example.com:${server.port}/`;

    for (let count = 0; count < 3; count += 1) {
      expect(await (await outbound.fetch(url)).text()).toBe("hello");
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(names.answered).toEqual(["127.0.0.1"]);
    expect(server.connections).toBe(1);
  });

  test("what a socket is connected to in the end is looked at again, before anything is sent", async () => {
    const server = await serve((_request, response) => response.end("secret"));
    const guard = createGuard(createPolicy({ allowLocal: false }));
    // As if a lookup had been wrong about what it admits.
    const lookup: Guard["lookup"] = (_host, { all }, callback) =>
      all === true ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
    const connection = await CREATE[transport]({ guard: { ...guard, lookup }, connectTimeoutMs: 5_000, headersTimeoutMs: 5_000 });

    const answer = connection.exchange({
      url: new URL(`http://wrong.example.com:${server.port}/`),
      method: "GET",
      headers: {},
      maxBytes: 1,
    });

    await expect(answer).rejects.toMatchObject({ code: "outbound_refused", wasSent: false });
    expect(server.requests).toEqual([]);
    await connection.close();
  });

  test("a lookup that throws, or that says nothing, fails the request and nothing else", async () => {
    const failing = open({ transport, lookup: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
    const empty = open({ transport, lookup: async () => [] });

    await expect(failing.fetch("https://no.example.com/")).rejects.toMatchObject({
      code: "outbound_unreachable",
      message: "no.example.com can't be reached: its name is not known",
    });
    await expect(empty.fetch("https://no.example.com/")).rejects.toMatchObject({
      code: "outbound_unreachable",
      message: "no.example.com can't be reached: its name has no address",
    });
  });
});
