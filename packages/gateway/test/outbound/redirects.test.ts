import { describe, expect, test } from "vitest";
import { createPolicy } from "../../src/outbound/policy.ts";
import { toRedirected } from "../../src/outbound/redirects.ts";
import { open, type Served, serve, TRANSPORTS } from "./worlds.ts";

/** Redirects to what its URL's query names, with the status of its path. */
const redirecting = () =>
  serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://local");
    if (pathname === "/end") response.end(request.method);
    else response.writeHead(Number(pathname.slice(1)), { location: decodeURIComponent(search.slice(1)) }).end("moved");
  });
const to = (server: Served, status: number, location: string) => `${server.url}/${status}?${encodeURIComponent(location)}`;
const SECRETS = { authorization: "Bearer secret", cookie: "a=secret", "x-api-key": "secret", "x-tenant": "acme" };

describe.each(TRANSPORTS)("over %s", (transport) => {
  test("a redirect to a metadata address is refused, where loopback is allowed too", async () => {
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });

    for (const location of ["http://169.254.169.254/latest/", "http://[::ffff:169.254.169.254]/", "http://0xA9FEA9FE/"])
      await expect(outbound.fetch(to(server, 302, location))).rejects.toMatchObject({ code: "outbound_refused" });
    expect(server.requests).toHaveLength(3);
  });

  test("a redirect to a name that resolves to one is refused", async () => {
    const server = await redirecting();
    const lookup = async () => [{ address: "169.254.169.254", family: 4 }];
    const outbound = open({ transport, allowLocal: true, lookup });

    await expect(outbound.fetch(to(server, 307, "http://rebind.example.com/"))).rejects.toMatchObject({ code: "outbound_refused" });
  });

  test("a redirect to something that is not HTTP, or holds a password, is refused", async () => {
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });

    for (const location of ["file:///etc/passwd", "data:text/plain,x", "ftp://example.com/", `http://a:b@127.0.0.1:${server.port}/end`])
      await expect(outbound.fetch(to(server, 302, location))).rejects.toMatchObject({ code: "outbound_refused" });
    await expect(outbound.fetch(to(server, 302, "http://["))).rejects.toMatchObject({ code: "outbound_redirect" });
    expect(server.requests).toHaveLength(5);
  });

  test("five redirects are followed and a sixth is not", async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("end");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const outbound = open({ transport, allowLocal: true });

    const response = await outbound.fetch(`${server.url}/5`);
    expect([await response.text(), response.redirected, response.url]).toEqual(["end", true, `${server.url}/0`]);
    await expect(outbound.fetch(`${server.url}/6`)).rejects.toMatchObject({ code: "outbound_redirect" });
    expect(server.requests).toHaveLength(12);
  });

  test("a loop of redirects ends", async () => {
    const server = await serve((_request, response) => response.writeHead(307, { location: "/again" }).end());
    const outbound = open({ transport, allowLocal: true });

    await expect(outbound.fetch(server.url)).rejects.toMatchObject({ code: "outbound_redirect" });
    expect(server.requests).toHaveLength(6);
  });

  test("headers that hold secrets stay with their origin", async () => {
    const other = await serve((_request, response) => response.end("other"));
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });

    expect(await (await outbound.fetch(to(server, 302, `${other.url}/`), { headers: SECRETS })).text()).toBe("other");
    await (await outbound.fetch(to(server, 302, "/end"), { headers: SECRETS })).text();

    const names = Object.keys(other.requests[0]?.headers ?? {});
    for (const name of Object.keys(SECRETS)) expect(names).not.toContain(name);
    expect(server.requests[2]?.headers).toMatchObject(SECRETS);
  });

  test("a POST becomes a GET without a body on 301, 302 and 303, and stays what it is on 307 and 308", async () => {
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });
    const methods: string[] = [];

    for (const status of [301, 302, 303, 307, 308]) {
      const response = await outbound.fetch(to(server, status, "/end"), {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      });
      methods.push(await response.text());
    }

    expect(methods).toEqual(["GET", "GET", "GET", "POST", "POST"]);
    const ends = server.requests
      .filter(({ url }) => url === "/end")
      .map(({ headers }) => [headers["content-type"], headers["content-length"]]);
    const without = [undefined, undefined];
    expect(ends).toEqual([without, without, without, ["application/json", "2"], ["application/json", "2"]]);
  });

  test("a body goes to no other origin, and a stream is not sent twice", async () => {
    const other = await serve((_request, response) => response.end("other"));
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });
    const stream = () => ({ method: "POST", body: new Blob(["text"]).stream(), duplex: "half" });

    const across = outbound.fetch(to(server, 307, other.url), { method: "POST", body: "{}" });
    await expect(across).rejects.toMatchObject({ code: "outbound_redirect", wasSent: true });
    await expect(outbound.fetch(to(server, 308, "/end"), stream())).rejects.toMatchObject({ code: "outbound_redirect" });
    expect(await (await outbound.fetch(to(server, 303, "/end"), stream())).text()).toBe("GET");
    expect(other.requests).toEqual([]);
  });

  test("what to do with a redirect is the caller's choice, and `send` follows none", async () => {
    const server = await redirecting();
    const outbound = open({ transport, allowLocal: true });
    const url = to(server, 302, "/end");

    const manual = await outbound.fetch(url, { redirect: "manual" });
    expect([manual.status, manual.headers.get("location"), await manual.text()]).toEqual([302, "/end", "moved"]);
    await expect(outbound.fetch(url, { redirect: "error" })).rejects.toMatchObject({ code: "outbound_redirect" });
    await expect(outbound.send({ url, method: "POST", headers: {} })).rejects.toMatchObject({ code: "outbound_redirect" });
    expect(server.requests.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
  });
});

// Servers of a test have no certificate that Node trusts; tests/gateway/outbound-runtimes.mjs has some of its own.
describe("from https", () => {
  const request = { url: new URL("https://api.example.com/a"), method: "GET", headers: {}, maxBytes: 1 };

  test.each([true, false])("a redirect leads to https only (allowLocal: %s)", (allowLocal) => {
    const policy = createPolicy({ allowLocal });
    for (const location of ["http://api.example.com/", "http://127.0.0.1/"])
      expect(() => toRedirected(request, { status: 302, location }, policy)).toThrow(expect.objectContaining({ name: "OutboundError" }));
    expect(toRedirected(request, { status: 302, location: "//www.example.com/b" }, policy).url.href).toBe("https://www.example.com/b");
  });
});
