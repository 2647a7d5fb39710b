import { test, expect } from "vitest";
import { startApi } from "/work/main/tests/gateway/api.ts";
import { entry, serveChanging } from "/work/main/tests/gateway/changing-server.ts";
import fc from "fast-check";
test("fuzz", async () => {
  const crm = await serveChanging([entry("find")]);
  const errors: unknown[] = [];
  const api = await startApi({}, { allowLocalByApi: true, onError: (e: unknown) => errors.push(e), agents: { support: { tools: ["*"] } } });
  const seg = fc.oneof(fc.constantFrom("v1","me","agents","definitions","keys","sources","signing-keys","runs","rotate","accept","drift","ann","crm","..","%2e%2e","%00","__proto__","constructor","openapi.json","healthz"), fc.string({ maxLength: 12 }).map(encodeURIComponent));
  const src = fc.oneof(fc.constant({ mcp: crm.url }), fc.record({ mcp: fc.constant(crm.url), headers: fc.dictionary(fc.string({maxLength:5}), fc.string({maxLength:9})), auth: fc.anything() }, { requiredKeys: ["mcp"] }), fc.record({ endpoint: fc.record({ name: fc.string({maxLength:4, minLength: 1}), description: fc.string(), url: fc.oneof(fc.constant("http://127.0.0.1:1/{a}"), fc.string()), parameters: fc.anything(), body: fc.anything() }, { requiredKeys: ["name","description","url"] }) }), fc.anything());
  const body = fc.oneof(fc.anything(), fc.record({ sources: fc.dictionary(fc.constantFrom("crm","a","__proto__","x-1"), src), agents: fc.dictionary(fc.constantFrom("sales","ann","__proto__"), fc.oneof(fc.constant({ tools: ["*"] }), fc.anything())) }, { requiredKeys: [] }), fc.record({ template: fc.constantFrom("support","sales"), subject: fc.string({maxLength:300}), context: fc.anything(), expiresInS: fc.anything() }, { requiredKeys: ["template","subject"] }), fc.record({ name: fc.string(), scopes: fc.array(fc.constantFrom("read","write","x")) }));
  const known = fc.constantFrom("/v1/agents/ann","/v1/definitions/crm","/v1/definitions/two","/v1/agents/ann/runs","/v1/keys","/v1/sources/crm/accept","/v1/signing-keys/rotate","/v1/agents?limit=3");
  const path = fc.oneof(known, fc.array(seg, { maxLength: 5 }).map((s) => "/" + s.join("/")));
  const seen: Record<string, number> = {};
  await fc.assert(fc.asyncProperty(fc.constantFrom("GET","PUT","POST","DELETE","PATCH"), path, body, async (method, p, b) => {
    let text: string | undefined;
    try { text = method === "GET" ? undefined : JSON.stringify(b); } catch { text = undefined; }
    const response = await fetch(api.origin + p, { method, headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" }, ...(text === undefined ? {} : { body: text }) });
    const t = await response.text();
    seen[response.status] = (seen[response.status] ?? 0) + 1;
    if (response.status >= 500) throw new Error(`${method} ${p} ${text}: ${response.status} ${t} ${errors.at(-1) instanceof Error ? (errors.at(-1) as Error).stack : errors.at(-1)}`);
  }), { numRuns: 6000 });
  console.log(seen, errors.length, Object.keys(api.gateway.agents));
}, 300_000);
