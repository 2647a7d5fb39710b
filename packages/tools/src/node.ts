// What needs a file system.

export { type LoadToolsOptions, loadTools } from "./load-tools.ts";
