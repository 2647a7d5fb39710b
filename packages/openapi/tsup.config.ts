import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/node.ts"],
  format: ["esm", "cjs"],
  // tsup sets baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: "6.0", paths: {} } },
  platform: "neutral",
  external: [/^node:/],
  target: "es2022",
  sourcemap: true,
  clean: true,
});
