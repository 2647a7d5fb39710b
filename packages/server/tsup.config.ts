import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/mcp.ts", "src/node.ts", "src/run.ts"],
  format: ["esm", "cjs"],
  // tsup sets baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: "6.0", paths: {} } },
  platform: "neutral",
  external: [/^node:/],
  target: "es2022",
  sourcemap: true,
  clean: true,
});
