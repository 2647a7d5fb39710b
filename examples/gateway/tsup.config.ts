import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["start.ts", "notes-server.ts"],
  format: ["esm"],
  platform: "node",
  target: "node20",
  clean: true,
});
