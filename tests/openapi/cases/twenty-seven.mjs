// The twenty-seven cases that other products were measured with: one document, served over MCP as a client would call it.

import given from "./twenty-seven.json" with { type: "json" };

export const twentySeven = given.cases.map(({ tool, args, expect }) => ({
  name: `of the twenty-seven: ${tool}`,
  source: "the field measured, 27 cases",
  document: given.document,
  served: true,
  tool,
  args,
  expect: expect === "refused" || expect.line.startsWith("GET ") ? expect : withKey(expect),
}));

/** A server gives each call an idempotency key of its own. */
function withKey(expect) {
  return { ...expect, headers: { ...expect.headers, "idempotency-key": "ANY" } };
}
