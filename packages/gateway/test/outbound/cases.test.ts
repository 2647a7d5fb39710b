import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createGuard } from "../../src/outbound/guard.ts";
import { createPolicy, toAddress } from "../../src/outbound/policy.ts";
import type { OutboundCode } from "../../src/outbound.ts";
import { CREATE, open, TRANSPORTS, watchSockets } from "./worlds.ts";

interface Case {
  readonly url: string;
  /** What the name resolves to; null where nothing may be looked up. */
  readonly dns: readonly string[] | null;
  readonly allow: boolean;
  readonly code?: OutboundCode;
}

const CASES: readonly Case[] = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));

const titled = CASES.map((row) => ({ ...row, title: `${row.url} as ${JSON.stringify(row.dns)}` }));
const lookup =
  ({ dns }: Case) =>
  async (hostname: string) => {
    if (dns === null) throw new Error(`${hostname} was looked up`);
    return dns.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };

describe.each(TRANSPORTS)("over %s", (transport) => {
  test.each(titled.filter(({ allow }) => allow))("$title is connected to, at an address that was checked", async (row) => {
    const attempts = watchSockets({ stub: true });
    const outbound = open({ transport, lookup: lookup(row) });
    outbound.checkUrl(row.url);

    await expect(outbound.fetch(row.url)).rejects.toMatchObject({ code: "outbound_unreachable", wasSent: false });

    const address = toAddress(new URL(row.url).hostname.replace(/\.$/, ""));
    expect(attempts).toEqual(address === undefined ? row.dns : [address]);
  });

  test.each(titled.filter(({ allow }) => !allow))("$title is refused, and no socket is asked for", async (row) => {
    const attempts = watchSockets({ stub: true });
    const outbound = open({ transport, lookup: lookup(row) });

    const error: unknown = await outbound.fetch(row.url).catch((error: unknown) => error);

    expect(error).toMatchObject({ name: "OutboundError", code: row.code ?? "outbound_refused", wasSent: false });
    for (const address of row.dns ?? []) if (address.length > 2) expect((error as Error).message).not.toContain(address);
    expect(attempts).toEqual([]);
    await expect(outbound.send({ url: row.url, method: "POST", headers: {}, body: "{}" })).rejects.toMatchObject({ name: "OutboundError" });
    expect(attempts).toEqual([]);
  });

  // The check of the URL's text could be forgotten; the connection must not be made all the same.
  test.each(titled.filter(({ allow, url, dns }) => !allow && isForConnection(url, dns)))(
    "$title is refused by the connection alone",
    async (row) => {
      const attempts = watchSockets({ stub: true });
      const guard = createGuard(createPolicy({ allowLocal: false }), lookup(row));
      const connection = await CREATE[transport]({ guard, connectTimeoutMs: 5_000, headersTimeoutMs: 5_000 });

      const answer = connection.exchange({ url: new URL(row.url), method: "GET", headers: {}, maxBytes: 1 });

      await expect(answer).rejects.toMatchObject({ name: "OutboundError", code: row.code ?? "outbound_refused" });
      expect(attempts).toEqual([]);
      await connection.close();
    },
  );
});

/** What makes it bad is an address. */
function isForConnection(url: string, dns: readonly string[] | null): boolean {
  if (!URL.canParse(url) || !url.startsWith("https://")) return false;
  return dns === null ? toAddress(new URL(url).hostname) !== undefined : dns.every((address) => address !== "93.184.215.14");
}

describe("a URL is judged when it is saved [gateway.outbound]", () => {
  test.each(titled.filter(({ allow, dns }) => !allow && dns === null))("$title is refused", ({ url }) => {
    expect(() => open({}).checkUrl(url)).toThrow(expect.objectContaining({ code: "outbound_refused" }));
  });
});

describe("with allowLocal", () => {
  test.each([
    "http://localhost:3000/",
    "http://127.0.0.1/",
    "http://[::1]:8080/",
    "http://10.0.0.1/",
    "https://intranet/",
    "http://db.internal/",
  ])("%s may be saved", (url) => open({ allowLocal: true }).checkUrl(url));

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://224.0.0.1/",
    "http://user:pw@localhost/",
    "ftp://localhost/",
  ])("%s stays refused", (url) => {
    expect(() => open({ allowLocal: true }).checkUrl(url)).toThrow(expect.objectContaining({ code: "outbound_refused" }));
  });
});
