// Reports without a test of their own here: covered by a check that needs more than this suite has, brought by a later
// part, or about something this product does not do.

export type Line =
  | { readonly id: string; readonly reason: string }
  | { readonly id: string; readonly reason: string; readonly coveredBy: string }
  | { readonly id: string; readonly reason: string; readonly later: "gateway" | "openapi" | "ledger" | "console" };

const TYPES = "packages/tools/test/inference-50-tools.test-d.ts";
const CONSUMERS = "tests/pack/consumers/typescript.mjs";
const PACKED = "tests/packed/packages.test.ts";

const deepTypes =
  "types are checked by the compiler, not at run time: fifty tools of four libraries infer their arguments within its depth";

export const NOT_APPLICABLE: readonly Line[] = [
  { id: "modelcontextprotocol/typescript-sdk#1987", coveredBy: TYPES, reason: deepTypes },
  { id: "vercel/ai#7160", coveredBy: TYPES, reason: deepTypes },
  { id: "vercel/ai#8103", coveredBy: TYPES, reason: deepTypes },
  { id: "langchain-ai/langchainjs#8468", coveredBy: TYPES, reason: deepTypes },
  {
    id: "modelcontextprotocol/typescript-sdk#1898",
    coveredBy: CONSUMERS,
    reason: "declarations are compiled by NodeNext and bundler consumers under exactOptionalPropertyTypes, from the packed tarballs",
  },
  {
    id: "modelcontextprotocol/typescript-sdk#2384",
    coveredBy: CONSUMERS,
    reason: "declarations are compiled by NodeNext and bundler consumers under exactOptionalPropertyTypes, from the packed tarballs",
  },
  {
    id: "modelcontextprotocol/typescript-sdk#2394",
    coveredBy: CONSUMERS,
    reason: "declarations are compiled by NodeNext and bundler consumers under exactOptionalPropertyTypes, from the packed tarballs",
  },
  {
    id: "vercel/mcp-handler c5c4ba5",
    coveredBy: PACKED,
    reason: "every entry of the built packages is loaded by import and by require, and are-the-types-wrong reads the tarballs",
  },
  {
    id: "vercel/mcp-handler 15fded0",
    coveredBy: PACKED,
    reason: "every entry of the built packages is loaded by import and by require, and are-the-types-wrong reads the tarballs",
  },
  {
    id: "vercel/mcp-handler 71c14ea",
    coveredBy: PACKED,
    reason: "every entry of the built packages is loaded by import and by require, and are-the-types-wrong reads the tarballs",
  },
];
