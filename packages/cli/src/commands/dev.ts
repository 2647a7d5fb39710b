import { jsonReporter, textReporter } from "../dev-report.ts";
import { startDevServer } from "../dev-server.ts";
import { parsePort } from "../parse-values.ts";
import { parseWords } from "../parse-words.ts";
import { UsageError } from "../usage-error.ts";

const DEFAULT_PORT = 3737;

/** `toolcrib dev <folder>`: serves until it is stopped. */
export async function dev(words: readonly string[]): Promise<void> {
  const { folder, port, json } = readArguments(words);
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

function readArguments(words: readonly string[]) {
  const { values, positionals } = parseWords(words, { port: { type: "string" }, json: { type: "boolean" } });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new UsageError("dev takes one folder, as in: toolcrib dev ./tools");
  const port = values.port === undefined ? DEFAULT_PORT : parsePort(values.port);
  return { folder, port, json: values.json === true };
}
