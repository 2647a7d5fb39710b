import { runCases } from "./run-cases.mjs";

for (const name of ["openapi", "server"])
  if (!import.meta.resolve(`@toolcrib/${name}`).endsWith("/dist/index.js")) throw new Error(`@toolcrib/${name} is not what was built`);
await runCases(process.env.CONTROL_ORIGIN);
