// A tool whose input schema is written already is served like one that has it as an object.

import type { JsonSchema } from "@toolcrib/core";
import { forwardedTool, type Listing, WrittenInput, writtenTool } from "@toolcrib/tools/run";
import { expect, test } from "vitest";
import { handshake, serve, stateless } from "./mcp.ts";

const INPUT: JsonSchema = {
  type: "object",
  properties: { text: { type: "string", description: "Half a pair: \ud800" } },
  required: ["text"],
  additionalProperties: false,
};
const definition = () => ({
  description: 'Says "it" again, in ≤ 1 word',
  effects: "external" as const,
  timeoutMs: 60_000,
  execute: () => "it",
});
const listings: Readonly<Record<string, Listing>> = {
  bare: {},
  titled: { title: "Say it again", annotations: { readOnlyHint: false, openWorldHint: true } },
  whole: { title: "Say it again", icons: [{ src: "https://it.test/icon.png" }], _meta: { "it.test/key": [1] } },
};
test.each([handshake, stateless])("and listed byte for byte the same, by %o", async (request) => {
  const asObjects = Object.entries(listings).map(([name, listing]) => [name, forwardedTool({ ...definition(), input: INPUT }, listing)]);
  const asTexts = Object.entries(listings).map(([name, listing]) => [
    name,
    writtenTool(definition(), listing, new WrittenInput(JSON.stringify(INPUT))),
  ]);
  const list = async (tools: readonly unknown[]) => (await serve(Object.fromEntries(tools as never))(request("tools/list"))).text();
  expect(await list(asTexts)).toBe(await list(asObjects));
});

test("its arguments are judged by that schema", async () => {
  const server = serve({ it: writtenTool(definition(), {}, new WrittenInput(JSON.stringify(INPUT))) });
  const call = async (args: object) => (await server(handshake("tools/call", { name: "it", arguments: args }))).json();
  expect((await call({ text: "a" })).result.isError).toBeUndefined();
  expect((await call({ tekst: "a" })).result.isError).toBe(true);
});

test("what its definition declares is still checked, where nobody says that it was written here", () => {
  const written = new WrittenInput(JSON.stringify(INPUT));
  expect(() => serve({ it: writtenTool({ ...definition(), timeoutMs: 5 }, {}, written) })).toThrow(/timeoutMs must be/);
  expect(() => serve({ it: writtenTool({ ...definition(), name: "no name" }, {}, written) })).toThrow(/its name must be/);
});
