// Any schema at all, served: it is published, or refused at start by the tool's name, with what is wrong with it. What
// was published then judges any arguments at all. `pnpm fuzz schema` for very many.

import { StartError } from "@toolcrib/core";
import { serveTools } from "@toolcrib/server";
import { tool } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import fc from "fast-check";
import { expect, test } from "vitest";
import { call, handshake, json, stateless, type Wire } from "../../packages/server/test/mcp.ts";
import { check, read, watchMemory } from "./invariants.ts";
import { parameters, TEST_MS } from "./runs.ts";
import { jsonSchema, noSchema, typeBox, zod } from "./schema-arbitraries.ts";
import { strangeValue } from "./strange-values.ts";

/** Published, or refused in a way that helps; then called with something. */
async function publish(schema: unknown, side: "input" | "output", args: unknown): Promise<"published" | "refused"> {
  let handler: ReturnType<typeof serveTools>;
  const failures: unknown[] = [];
  const onError = (error: unknown, failed?: unknown) => void (failed === undefined && failures.push(error));
  try {
    const it = tool({ description: "x", [side]: schema as ToolSchema, execute: () => args as never });
    handler = serveTools({ it }, { auth: "none", log: () => {}, onError });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    expect(error.message).toMatch(/tool "it": /);
    // Our sentence may quote the engine's complaint, and is not it.
    expect(error.message).not.toMatch(
      /its (?:in|out)put (?:\S+ is not (?:a function|iterable)|Cannot |Converting |URI malformed|Invalid )/,
    );
    return "refused";
  }
  for (const request of [stateless("tools/list"), handshake("tools/list")]) {
    const [it] = (await json(handler(request))).result.tools as unknown as readonly Wire[];
    expect(it?.inputSchema.type).toBe("object");
  }
  const given = typeof args === "object" && args !== null ? args : { a: args };
  check(await read(await handler(call("it", side === "input" ? given : {}))));
  expect(failures).toEqual([]);
  return "published";
}

const args = fc.oneof(strangeValue, fc.dictionary(fc.constantFrom("a", "b", "c", "kids"), strangeValue, { maxKeys: 3 }));
const side = fc.constantFrom("input" as const, "output" as const);

test.each<readonly [string, fc.Arbitrary<unknown>, number]>([
  ["JSON Schema", jsonSchema, 600],
  ["TypeBox", typeBox, 200],
  ["Zod", zod, 200],
  ["what is no schema", noSchema, 200],
])(
  "%s",
  async (_kind, schemas, modest) => {
    const isFlat = await watchMemory();
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(schemas, side, args, async (schema, side, args) => {
        const end = await publish(schema, side, args);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }),
      parameters(modest),
    );
    await isFlat();
    // Were all of them refused, or none, the generator would be worth nothing.
    expect([...ends.keys()].sort()).toEqual(["published", "refused"]);
  },
  TEST_MS,
);
