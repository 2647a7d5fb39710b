import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests read the sources, so a test run needs no build; tests/packed looks at what was built. */
const source = (path: string) => fileURLToPath(new URL(`./packages/${path}.ts`, import.meta.url));

const alias = [
  { find: /^@toolcrib\/(core|tools|server|testing|openapi|gateway)$/, replacement: source("$1/src/index") },
  { find: /^@toolcrib\/(tools|server|openapi|gateway)\/(run|node|mcp|outbound|client)$/, replacement: source("$1/src/$2") },
];

export default defineConfig({
  test: {
    // Two cores: more workers than that only take turns.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "packages",
          include: ["packages/*/test/**/*.test.ts", "tests/{surface,identity,hostile,attacks,requirements,reports,fuzz}/**/*.test.ts"],
          pool: "forks",
          // Workers and strict CSPs forbid code generation, so the whole suite runs without it.
          execArgv: ["--disallow-code-generation-from-strings"],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "types",
          include: [],
          typecheck: { enabled: true, only: true, include: ["packages/*/test/**/*.test-d.ts"], tsconfig: "./tsconfig.json" },
        },
      },
      {
        resolve: { alias },
        test: {
          name: "peers",
          include: ["tests/{peers,packed,agreement,deploys,docs,openapi,gateway}/**/*.test.ts"],
          pool: "forks",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "through a gateway",
          include: ["tests/peers/clients-*.test.ts"],
          env: { TOOLCRIB_THROUGH_GATEWAY: "1" },
          pool: "forks",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
