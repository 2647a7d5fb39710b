import { runCases } from "./run-cases.mjs";

await runCases(Deno.env.get("CONTROL_ORIGIN"));
