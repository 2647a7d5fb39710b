import { startChild, within } from "./child.mjs";

const TIMEOUT_MS = 10_000;

/** What a runtime says its version is, not what its package does; "?" where it says nothing. */
export async function findVersion(program) {
  const child = startChild(program, ["--version"]);
  await within(TIMEOUT_MS, "asking for the version", child.ended).catch(child.stop);
  return /\d[\d.-]*\d/.exec(child.said.join("\n"))?.[0] ?? "?";
}
