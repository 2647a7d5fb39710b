import { resolve } from "node:path";
import { isLoopbackHost } from "@toolcrib/core";
import { CommandFailed } from "../command-failed.ts";
import { findDefinitionFile } from "../definition-file.ts";
import { serveGateway } from "../gateway-server.ts";
import { jsonLog, textLog } from "../log.ts";
import { parsePort } from "../parse-values.ts";
import { parseWords } from "../parse-words.ts";
import { openStarter } from "../starter.ts";
import { UsageError } from "../usage-error.ts";

const DEFAULT_PORT = 3838;
const DEFAULT_HOST = "127.0.0.1";

/** `toolcrib serve [file]`: runs a gateway until it is stopped; without a definition, one to start with. */
export async function serve(words: readonly string[]): Promise<void> {
  const { file, host, port, origin, state, json, allowLocalByApi, makesKey } = readArguments(words);
  const definition = file ?? findDefinitionFile(process.cwd());
  const starter = definition === undefined ? await openStarter() : undefined;
  await serveGateway({
    file: definition ?? (starter as NonNullable<typeof starter>).file,
    stateFile: state ?? starter?.stateFile,
    isStarter: starter !== undefined,
    host,
    port,
    origin,
    env: process.env,
    json,
    allowLocalByApi,
    makesKey,
    log: json ? jsonLog(console.error) : textLog(console.error),
  });
}

function readArguments(words: readonly string[]) {
  const { values, positionals } = parseWords(words, {
    host: { type: "string" },
    port: { type: "string" },
    origin: { type: "string" },
    state: { type: "string" },
    json: { type: "boolean" },
    "allow-local": { type: "boolean" },
    "new-key": { type: "boolean" },
  });
  const [file, ...others] = positionals;
  if (others.length > 0) throw new UsageError("serve takes one file, as in: toolcrib serve ./toolcrib.yaml");
  const port = values.port === undefined ? DEFAULT_PORT : parsePort(values.port);
  const host = values.host ?? DEFAULT_HOST;
  const origin = readOrigin(values.origin, process.env.TOOLCRIB_ORIGIN);
  if (origin === undefined && !isLoopbackHost(host))
    throw new CommandFailed(
      `on ${host} others can reach it, so it has to know its public name; add --origin https://gateway.example.com, or set TOOLCRIB_ORIGIN`,
    );
  return {
    file: file === undefined ? undefined : resolve(file),
    host,
    port,
    origin,
    state: values.state,
    json: values.json === true,
    allowLocalByApi: values["allow-local"] === true,
    makesKey: values["new-key"] === true,
  };
}

/** What is wrong is not said again: it may hold a password. */
function readOrigin(option: string | undefined, variable: string | undefined): string | undefined {
  const text = option ?? (variable === "" ? undefined : variable);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.host));
  if (url === undefined || !isSecure || url.href !== `${url.origin}/`)
    throw new UsageError(
      `${option === undefined ? "TOOLCRIB_ORIGIN" : "--origin"} must be https, or http on loopback, and an origin alone: https://gateway.example.com, without a path, user or password`,
    );
  return url.origin;
}
