import { StartError } from "@toolcrib/core";
import { describe, expect, test } from "vitest";
import { readDefinition } from "../src/definition/read-definition.ts";
import { resolveValues } from "../src/definition/values.ts";

async function problemsOf(definition: string | object): Promise<readonly string[]> {
  try {
    await readDefinition(definition);
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
}

const WHOLE = `
tenant: acme
sources:
  shop: { mcp: https://tools.example.com/mcp, auth: { type: runtime } }
  kb: { mcp: https://mcp.example.com/mcp, auth: { type: bearer, token: $KB_TOKEN }, allowTools: [search], headers: { X-Team: support } }
  billing: { openapi: https://api.example.com/openapi.json, auth: { type: apiKey, value: $BILLING_KEY }, exposure: both }
  weather: { endpoint: { name: forecast, description: The weather, url: "https://api.example.com/{city}", parameters: [{ name: city, in: path }] } }
  desk: { tools: ./tools }
  files: { command: [npx, some-mcp-server], env: { KEY: $FILES_KEY }, timeoutMs: 5000, drift: follow }
agents:
  support: { tools: ["shop__*", "kb__search", desk] }
`;

describe("a definition", () => {
  test("is YAML, JSON or an object, of one shape", async () => {
    const definition = await readDefinition(WHOLE);
    expect(await readDefinition(JSON.stringify(definition))).toEqual(definition);
    expect(await readDefinition(definition)).toBe(definition);
  });

  test("tells every problem at once, each with its path and the way out [gateway.definition]", async () => {
    expect(
      await problemsOf({
        sources: {
          Shop: { mcp: "https://a.example/mcp" },
          toolcrib: { mcp: "https://a.example/mcp" },
          none: {},
          two: { mcp: "https://a.example/mcp", command: ["x"] },
          kb: { mcp: "https://a.example/mcp", timeoutMs: 5, allowTool: ["x"], auth: { type: "basic", username: "u", password: "p" } },
          api: { openapi: "./x.json", auth: { type: "bearer" } },
          run: { command: [] },
        },
        agents: { support: { tools: ["nowhere__*"], approval: {}, limits: {} } },
        model: "x",
      }),
    ).toEqual([
      "model: is not taken yet: agents that run models come later; leave it out",
      "tenant: is missing; write the name your servers know this gateway by, as: tenant: acme",
      'sources.Shop: the name is not usable; use lower-case letters, digits and "-", beginning with a letter (^[a-z][a-z0-9-]{0,23}$)',
      "sources.toolcrib: the name is the gateway's own; choose another",
      "sources.none: says no kind of source; write exactly one of mcp, command, openapi, endpoint, tools, server",
      "sources.two: says mcp and command; write exactly one of mcp, command, openapi, endpoint, tools, server",
      "sources.kb.timeoutMs: expected at least 1000",
      "sources.kb.allowTool: is no key here; known: mcp, headers, auth, allowTools, denyTools, exposure, timeoutMs, drift",
      "sources.kb.auth: needs a type of bearer, runtime, as: auth: { type: bearer … }",
      "sources.api.auth.token: is required",
      "sources.run.command: expected at least 1 items",
      "agents.support.approval: is not taken yet: approvals come with the call ledger; leave it out",
      "agents.support.limits: is not taken yet: limits come with the call ledger; leave it out",
      'agents.support.tools.0: "nowhere__*" names no source; sources: Shop, toolcrib, none, two, kb, api, run',
    ]);
  });

  test.each([["[]"], ["just text"], ["null"], ["{"], ["a: b: c"]])("that is none says so: %s", async (text) => {
    expect(await problemsOf(text)).toHaveLength(1);
  });

  test("takes its values from the environment, and names all that are missing at once", async () => {
    const definition = await readDefinition(WHOLE);
    expect(() => resolveValues(definition, { KB_TOKEN: "", FILES_KEY: "x" })).toThrow(
      expect.objectContaining({
        problems: [
          "KB_TOKEN has no value; it is needed at sources.kb.auth.token",
          "BILLING_KEY has no value; it is needed at sources.billing.auth.value",
        ],
      }),
    );
    const values = resolveValues(definition, { KB_TOKEN: "t-1", BILLING_KEY: "b-1", FILES_KEY: "f-1" });
    expect(values.get("kb")).toMatchObject({ headers: { "X-Team": "support" }, auth: { type: "bearer", token: "t-1" } });
    expect(values.get("files")?.env).toEqual({ KEY: "f-1" });
  });

  test("writes a text that begins with a dollar with two", async () => {
    const definition = await readDefinition({
      tenant: "t",
      sources: { a: { mcp: "https://a.example/mcp", headers: { x: "$$NAME", y: "$1 off" } } },
      agents: {},
    });
    expect(resolveValues(definition, {}).get("a")?.headers).toEqual({ x: "$NAME", y: "$1 off" });
  });
});
