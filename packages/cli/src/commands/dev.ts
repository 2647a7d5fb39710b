import { parseArgs } from "node:util";
import { jsonReporter, textReporter } from "../dev-report.ts";
import { startDevServer } from "../dev-server.ts";
import { parsePort } from "../parse-values.ts";
import { UsageError } from "../usage-error.ts";

const DEFAULT_PORT = 3737;

/** `toolcrib dev <folder>`: serves until it is stopped. */
export async function dev(args: readonly string[]): Promise<void> {
  const { folder, port, json } = readArguments(args);
  const stop = new AbortController();
  // Listened to before anything is said, so that whoever read "serving" can end it.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop.abort());
  await startDevServer({
    folder,
    port,
    env: process.env,
    report: json ? jsonReporter(console.log) : textReporter(console.log),
    signal: stop.signal,
  });
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { port: { type: "string" }, json: { type: "boolean" } },
      allowPositionals: true,
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new UsageError("dev takes one folder, as in: toolcrib dev ./tools");
    const port = values.port === undefined ? DEFAULT_PORT : parsePort(values.port);
    return { folder, port, json: values.json === true };
  } catch (error) {
    // parseArgs names the option it does not know.
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
