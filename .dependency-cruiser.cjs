// The arrows of the house (DESIGN: ground floor core, then tools, then server, roof cli), held from the first commit.
// Type imports count: tsPreCompilationDeps sees what TypeScript erases.

/** Each foreign library and the one source file that may import it; DEPENDENCIES.md gives the reasons. */
const OWNERS = {
  "@cfworker/json-schema": "^packages/core/src/schema\\.ts$",
  "@noble/hashes": "^packages/core/src/sha256\\.ts$",
  "@sinclair/typebox": "^packages/tools/src/schema\\.ts$",
  "@standard-schema/spec": "^packages/tools/src/tool-schema\\.ts$",
  jose: "^packages/core/src/call-token\\.ts$",
  "js-yaml": "^packages/openapi/src/yaml\\.ts$",
  // For the gateway: the transports that are not ours, and the sockets under its outbound calls.
  "@modelcontextprotocol/client": "^packages/gateway/src/sources/sdk-transports\\.ts$",
  "@photostructure/sqlite": "^packages/gateway/src/state/sqlite\\.ts$",
  "ipaddr.js": "^packages/gateway/src/outbound/public-address\\.ts$",
  undici: "^packages/gateway/src/outbound/guarded-dispatcher\\.ts$",
  jiti: "^packages/cli/src/import-typescript\\.ts$",
};

const OURS = "^(packages/[^/]+/(src|dist)|node_modules/@toolcrib)/";
const SOURCE = "^packages/[^/]+/src/";

/** What each package may import of ours, besides itself. */
const FLOORS = {
  core: [],
  tools: ["core"],
  server: ["core", "tools"],
  testing: ["core"],
  openapi: ["core", "tools"],
  gateway: ["core", "tools", "server", "openapi"],
  cli: ["core", "tools", "server", "openapi", "gateway"],
};

const arrows = Object.entries(FLOORS).map(([name, below]) => ({
  name: `arrows-down-${name}`,
  comment: `packages/${name} may import ${below.length === 0 ? "nothing of ours" : below.join(", ")}: arrows point down, siblings never meet`,
  severity: "error",
  from: { path: `^packages/${name}/(src|test)/` },
  to: { path: OURS, pathNot: `^packages/(${[name, ...below].join("|")})/` },
}));

const owners = Object.entries(OWNERS).map(([library, file]) => ({
  name: `one-file-for-${library.replace(/\W+/g, "-")}`,
  comment: `${library} is imported by one file, so that it can be replaced in an afternoon`,
  severity: "error",
  from: { path: SOURCE, pathNot: file },
  to: { path: `(^|/)node_modules/${library}/` },
}));

module.exports = {
  forbidden: [
    ...arrows,
    ...owners,
    { name: "no-circle", comment: "type imports included", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-foreign-library",
      comment: "a library that no rule above knows has no owner: give it a file and a reason in DEPENDENCIES.md",
      severity: "error",
      from: { path: SOURCE },
      to: {
        dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"],
        pathNot: `(${Object.keys(OWNERS).join("|")}|@toolcrib)`,
      },
    },
    {
      name: "no-node-in-root-entries",
      comment: "the root entries of core, tools, server and testing run on every runtime; Node lives behind ./node",
      severity: "error",
      from: { path: "^packages/(core|tools|server|testing|openapi)/src/(index|run|mcp)\\.ts$|^packages/gateway/src/client\\.ts$" },
      to: {
        path: `^(node:)?(${require("node:module")
          .builtinModules.filter((name) => !name.startsWith("_"))
          .join("|")})$`,
        reachable: true,
      },
    },
    {
      name: "no-typebox-below-authors",
      comment: "importing TypeBox takes 200 ms; only the authors' entry of tools reaches it",
      severity: "error",
      from: {
        path: "^packages/(core/src/index|tools/src/(run|node)|server/src/(index|mcp|node)|openapi/src/(index|node)|gateway/src/(index|outbound))\\.ts$",
      },
      to: { path: "@sinclair/typebox", reachable: true },
    },
    {
      name: "no-unresolved",
      comment: "node:sqlite came with Node 22; state/sqlite.ts has another way where it is missing",
      severity: "error",
      from: { path: SOURCE },
      to: { couldNotResolve: true, pathNot: "^node:sqlite$" },
    },
    { name: "no-dev-in-source", severity: "error", from: { path: SOURCE }, to: { dependencyTypes: ["npm-dev"] } },
    { name: "no-orphan", comment: "a file nobody imports is dead", severity: "error", from: { orphan: true, path: SOURCE }, to: {} },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|coverage)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
