// What is wrong with a value, a sentence each, as a definition's problems are told.

import { type CompiledSchema, StartError } from "@toolcrib/core";

export function problemsOf(schema: CompiledSchema, value: unknown): readonly string[] {
  return schema.judge(value).map(({ path, message }) => {
    const at = path.split("/").slice(1).join(".");
    return at === "" ? `the value ${message}` : `${at}: ${message}`;
  });
}

/** @throws StartError `options_invalid` with every problem */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}
