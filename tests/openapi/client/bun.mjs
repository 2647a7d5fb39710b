import { runCases } from "./run-cases.mjs";

for (const name of ["openapi", "server"]) {
  const path = Bun.resolveSync(`@toolcrib/${name}`, import.meta.dir);
  if (path.endsWith(".ts")) throw new Error(`Bun would run ${path}, not what was built of it`);
}
await runCases(process.env.CONTROL_ORIGIN);
