import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@toolcrib/core";
import { describe, expect, test } from "vitest";
import { createGateway, type GatewayOptions } from "../src/index.ts";

const ORIGIN = "https://gateway.example.com";
const EMPTY = { tenant: "acme", sources: {}, agents: {} };

async function problemsOf(definition: string | object, options: Partial<GatewayOptions> = {}): Promise<readonly string[]> {
  try {
    await (await createGateway(definition, { origin: ORIGIN, log() {}, ...options })).close();
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
}

const sources = (sources: object) => ({ ...EMPTY, sources });

describe("a gateway starts", () => {
  test("with nothing in it", async () => {
    expect(await problemsOf(EMPTY)).toEqual([]);
  });

  test("only where an origin says who it is", async () => {
    expect(await problemsOf(EMPTY, { origin: "https://gateway.example.com/path" })).toEqual([
      'origin "https://gateway.example.com/path" has a path; write it as https://gateway.example.com',
    ]);
    expect((await problemsOf(EMPTY, { origin: "http://gateway.example.com" }))[0]).toContain("must be https");
    expect((await problemsOf(EMPTY, { origin: undefined as never }))[0]).toContain('origin "undefined"');
  });

  test("with a state store only if something seals it", async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), "toolcrib-state-")), "state.db");
    expect((await problemsOf(EMPTY, { stateFile }))[0]).toContain("stateFile needs a sealingKey");
    expect(await problemsOf(EMPTY, { stateFile, sealingKey: "k".repeat(32) })).toEqual([]);
  });

  test("what runs or reads on this machine needs allowLocal, each place named [gateway.allow-local]", async () => {
    const local = {
      run: { command: ["some-server"] },
      desk: { tools: "./tools" },
      file: { openapi: "./api.yaml" },
      plain: { mcp: "http://tools.example.com/mcp" },
      loopback: { mcp: "https://127.0.0.1/mcp" },
      inside: { openapi: "https://10.0.0.1/openapi.json" },
      named: { endpoint: { name: "x", description: "x", url: "https://user:s3cret@api.example.com/x" } },
    };
    const problems = await problemsOf(sources(local));
    expect(problems.map((problem) => problem.split(/[ .:]/, 2).join("."))).toEqual(Object.keys(local).map((name) => `sources.${name}`));
    expect(problems[0]).toContain("allow it with allowLocal: true");
    expect(problems.join()).not.toContain("s3cret");
  });

  test("with every value that it needs, or says which are missing and where", async () => {
    const definition = sources({ kb: { mcp: "https://mcp.example.com/mcp", auth: { type: "bearer", token: "$KB_TOKEN" } } });
    expect(await problemsOf(definition)).toEqual(["KB_TOKEN has no value; it is needed at sources.kb.auth.token"]);
  });

  test("a server whose URL can be no audience can be no runtime source", async () => {
    const definition = sources({ shop: { mcp: "https://tools.example.com/mcp?x=1", auth: { type: "runtime" } } });
    expect((await problemsOf(definition))[0]).toContain('sources.shop.mcp "https://tools.example.com/mcp?x=1" has a query');
  });
});

describe("a gateway answers", () => {
  const ask = async (path: string, init?: RequestInit) => {
    const gateway = await createGateway({ ...EMPTY, agents: { support: { tools: [] } } }, { origin: ORIGIN, log() {} });
    const response = await gateway.fetch(new Request(`${ORIGIN}${path}`, init));
    const text = await response.text();
    await gateway.close();
    return { status: response.status, headers: response.headers, text };
  };

  test("with its keys", async () => {
    const { status, headers, text } = await ask("/.well-known/jwks.json");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=300, stale-while-revalidate=86400");
    expect(JSON.parse(text).keys).toHaveLength(1);
    expect(text).not.toContain('"d"');
  });

  test.each(["/", "/agents/support", "/agents/support/mcp/more", "/agents/../mcp", "/mcp"])("%s with nothing", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  test("an agent's path to nobody without its token", async () => {
    for (const authorization of [undefined, "Bearer x", "Bearer tca_x", "Basic dGNh"]) {
      const headers = { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) };
      const refused = await ask("/agents/support/mcp", { method: "POST", headers, body: "{}" });
      expect(refused.status).toBe(401);
      // Nobody learns which agents there are.
      const unknown = await ask("/agents/nobody/mcp", { method: "POST", headers, body: "{}" });
      expect([unknown.status, unknown.text]).toEqual([401, refused.text]);
    }
  });
});
