import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/outbound.ts", "src/client.ts", "src/serve-folder.ts"],
  format: ["esm"],
  // tsup sets baseUrl, which TypeScript 6 calls deprecated.
  dts: { entry: ["src/index.ts", "src/outbound.ts", "src/client.ts"], compilerOptions: { ignoreDeprecations: "6.0", paths: {} } },
  platform: "node",
  target: "es2022",
  sourcemap: true,
  clean: true,
});
