import { defineConfig } from "tsup";

export default defineConfig({
  // The importer is loaded by the child process of a tools folder.
  entry: ["src/main.ts", "src/import-typescript.ts"],
  format: ["esm"],
  platform: "node",
  target: "node20",
  sourcemap: true,
  clean: true,
});
