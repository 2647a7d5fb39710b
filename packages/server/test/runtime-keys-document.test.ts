// The key document over real sockets: which answers are taken, and which of their keys.

import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { fetchKeys } from "../src/auth/jwks-document.ts";
import { key, kid, publish, reply } from "./published-keys.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener) {
  const endpoint = { requests: 0, url: "" };
  const server = createServer((request, response) => {
    endpoint.requests++;
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
  return endpoint;
}

/** The ids of the keys that are kept of an answer. */
async function keptOf(answer: RequestListener) {
  return [...(await fetchKeys((await serve(answer)).url, fetch)).keys()];
}

describe("an answer that is not taken", () => {
  const twenty = Array.from({ length: 20 }, (_, index) => key(`${index}`));
  const document = JSON.stringify({ keys: [key("a")] });
  const padded = (bytes: number) => reply(document.replace("{", `{"pad":"${"x".repeat(bytes - document.length - 9)}",`));
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const pour = () => {
      while (response.write(" ".repeat(16_384)));
    };
    response.on("drain", pour);
    pour();
  };

  test.each<[string, RequestListener, string]>([
    ["500", reply(document, "application/json", 500), "500, not 200"],
    ["203", reply(document, "application/json", 203), "203, not 200"],
    ["HTML", reply("<html></html>", "text/html"), "content-type"],
    ["a document that says it is HTML", reply(document, "text/html"), "content-type"],
    ["a document of no type", (_request, response) => response.writeHead(200).end(document), "content-type"],
    ["text that is not JSON", reply("keys"), "JSON"],
    ["no body", reply(""), "JSON"],
    ["null", reply("null"), "no array of keys"],
    ["keys in no array", reply(`{"keys":${JSON.stringify(key("a"))}}`), "no array of keys"],
    ["100 KB", padded(100_000), "65536 bytes"],
    ["one byte over 64 KB", padded(65_537), "65536 bytes"],
    ["a body without end", endless, "65536 bytes"],
    ["21 keys", publish(key("a"), ...twenty), "21 keys"],
    ["two keys of one id", publish(key("a"), key("b"), key("a")), "two keys"],
  ])("%s", async (_name, answer, why) => {
    await expect(keptOf(answer)).rejects.toThrow(why);
  });

  test.each([301, 302, 303, 307, 308])("a redirect with %i, which is not followed [keys.no-redirect]", async (status) => {
    const target = await serve(publish(key("a")));
    await expect(keptOf((_request, response) => response.writeHead(status, { location: target.url }).end())).rejects.toThrow(`${status}`);
    expect(target.requests).toBe(0);
  });

  test.each<[string, RequestListener]>([
    ["64 KB", padded(65_536)],
    ["20 keys", publish(key("a"), ...twenty.slice(1))],
    ["jwk-set+json", reply(document, "application/jwk-set+json")],
    ["a type with a charset, in capitals", reply(document, "Application/JSON; charset=utf-8")],
  ])("but %s is taken", async (_name, answer) => {
    expect(await keptOf(answer)).toContain(kid("a"));
  });
});

describe("a key that is left out, while its neighbour is kept", () => {
  const other = (type: "rsa" | "ec" | "x25519") => {
    const pair =
      type === "rsa"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : type === "ec"
          ? generateKeyPairSync("ec", { namedCurve: "P-256" })
          : generateKeyPairSync("x25519");
    return { ...pair.publicKey.export({ format: "jwk" }), use: "sig", kid: kid("a") };
  };
  const { x = "" } = key("a");
  const hex = (bytes: string) => key("a", { x: Buffer.from(bytes, "hex").toString("base64url") });
  const ff = "ff".repeat(30);

  test.each<[string, unknown]>([
    ["RSA", other("rsa")],
    ["oct", { kty: "oct", k: x, use: "sig", kid: kid("a") }],
    ["oct with the members of ours", key("a", { kty: "oct" })],
    ["EC", other("ec")],
    ["X25519", other("x25519")],
    ["Ed448 by name", key("a", { crv: "Ed448" })],
    ["for encryption", key("a", { use: "enc" })],
    ["x missing", key("a", { x: undefined })],
    ["x one character short", key("a", { x: x.slice(1) })],
    ["x padded", key("a", { x: `${x}=` })],
    ["x in the other alphabet", key("a", { x: `+/${x.slice(2)}` })],
    ["x with unused bits set", key("a", { x: `${x.slice(0, 42)}B` })],
    ["not an object", null],
    ["all zero (order 4)", hex("00".repeat(32))],
    ["order 4, other sign", hex(`${"00".repeat(31)}80`)],
    ["order 1", hex(`01${"00".repeat(31)}`)],
    ["order 2", hex(`ec${ff}7f`)],
    ["order 8", hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")],
    ["order 8, other sign", hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85")],
    ["order 8, second", hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")],
    ["order 8, second, other sign", hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")],
    ["order 1, sign set", hex(`01${"00".repeat(30)}80`)],
    ["order 2, sign set", hex(`ec${ff}ff`)],
    ["order 4, written as p", hex(`ed${ff}7f`)],
    ["order 4, written as p, other sign", hex(`ed${ff}ff`)],
    ["order 1, written as p + 1", hex(`ee${ff}7f`)],
    ["order 1, written as p + 1, sign set", hex(`ee${ff}ff`)],
  ])("%s", async (_name, strange) => {
    expect(await keptOf(publish(strange, key("b")))).toEqual([kid("b")]);
  });

  test("one whose id is no thumbprint", async () => {
    expect(await keptOf(publish(key("a", { kid: "short" }), key("a", { kid: 7 }), key("b", { use: undefined })))).toEqual([kid("b")]);
  });

  test("an RSA key under the id of ours, which stays", async () => {
    expect(await keptOf(publish(key("a"), other("rsa")))).toEqual([kid("a")]);
  });
});
