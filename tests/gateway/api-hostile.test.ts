// Whatever is sent to the API, it answers for it, and goes on.

import fc from "fast-check";
import { expect, test } from "vitest";
import { startApi } from "./api.ts";
import { entry, serveChanging } from "./changing-server.ts";

const odd = (maxLength: number) => fc.string({ maxLength, unit: "grapheme" });
const segment = fc.oneof(
  fc.constantFrom("v1", "me", "agents", "definitions", "keys", "sources", "signing-keys", "runs", "accept", "drift", "ann", "crm"),
  fc.constantFrom("..", "%2e%2e", "%00", "%ff", "__proto__", "constructor", "openapi.json", "healthz"),
  odd(12).map(encodeURIComponent),
);
const known = fc.constantFrom(
  ...["/v1/agents/ann", "/v1/definitions/crm", "/v1/definitions/two", "/v1/agents/ann/runs", "/v1/keys"],
  ...["/v1/sources/crm/accept", "/v1/signing-keys/rotate", "/v1/agents?limit=3", "/v1/agents?cursor=%ff", "/v1/agents/ann?refresh=x"],
);
const path = fc.oneof(
  known,
  fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`),
);

function sourceOf(url: string) {
  const mcp = fc.record(
    { mcp: fc.constant(url), headers: fc.dictionary(odd(5), odd(9)), auth: fc.anything(), allowTools: fc.array(odd(4)) },
    { requiredKeys: ["mcp"] },
  );
  const endpoint = fc.record(
    { name: odd(4), description: odd(9), url: fc.oneof(fc.constant("http://127.0.0.1:1/{a}"), odd(9)), parameters: fc.anything() },
    { requiredKeys: ["name", "description", "url"] },
  );
  return fc.oneof(fc.constant({ mcp: url }), mcp, fc.record({ endpoint }), fc.anything());
}

function bodyOf(url: string) {
  const agents = fc.dictionary(fc.constantFrom("sales", "ann", "__proto__"), fc.oneof(fc.constant({ tools: ["*"] }), fc.anything()));
  const sources = fc.dictionary(fc.constantFrom("crm", "a", "__proto__", "x-1"), sourceOf(url));
  return fc.oneof(
    fc.record({ sources, agents }, { requiredKeys: [] }),
    fc.record({ template: fc.constantFrom("support", "sales"), subject: odd(300), context: fc.anything() }, { requiredKeys: ["template"] }),
    fc.record({ name: odd(300), scopes: fc.array(fc.constantFrom("read", "write", "x")) }),
    fc.anything(),
  );
}

/** What has no form in JSON is no body. */
function toText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

test("three thousand odd requests are each answered with what is wrong, and never with a failure", async () => {
  const crm = await serveChanging([entry("find")]);
  const errors: unknown[] = [];
  const options = { allowLocalByApi: true, onError: (error: unknown) => errors.push(error), agents: { support: { tools: ["*"] } } };
  const api = await startApi({}, options);
  const method = fc.constantFrom("GET", "PUT", "PUT", "POST", "DELETE", "PATCH");
  await fc.assert(
    fc.asyncProperty(method, path, bodyOf(crm.url), async (asked, where, body) => {
      const text = asked === "GET" ? undefined : toText(body);
      const response = await fetch(api.origin + where, {
        method: asked,
        headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
        ...(text === undefined ? {} : { body: text }),
      });
      const said = await response.text();
      expect(response.status, said).toBeLessThan(500);
      if (response.status >= 400) expect(JSON.parse(said).instance).toBe(response.headers.get("x-request-id"));
    }),
    { numRuns: 3_000 },
  );
  expect(errors).toEqual([]);
  expect((await api.client.me()).tenant).toBe("acme");
});
