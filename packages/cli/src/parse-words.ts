// The words of a command line, read.

import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError that names the option that is not known */
export function parseWords<Options extends NonNullable<ParseArgsConfig["options"]>>(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    // parseArgs names the option it does not know.
    throw new UsageError((error as Error).message);
  }
}
