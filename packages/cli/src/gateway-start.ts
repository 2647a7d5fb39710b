// A gateway as a command starts it: from a file, with a state beside it, and this machine's environment.

import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createGateway, type Gateway } from "@toolcrib/gateway";
import { readDefinitionFile } from "./definition-file.ts";
import { readSealingKey } from "./sealing-key.ts";

export interface GatewayStart {
  readonly file: string;
  readonly origin: string;
  /** Default: `.toolcrib/state.db` beside the file. */
  readonly stateFile?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
  /** What is saved by the API may start commands and reach this machine too. */
  readonly allowLocalByApi?: boolean;
  readonly onError?: (error: unknown) => void;
}

export async function startGateway({
  file,
  origin,
  stateFile,
  env,
  log,
  onError,
  allowLocalByApi = false,
}: GatewayStart): Promise<Gateway> {
  const folder = dirname(file);
  const state = resolve(stateFile ?? `${folder}/.toolcrib/state.db`);
  mkdirSync(dirname(state), { recursive: true, mode: 0o700 });
  return createGateway(await readDefinitionFile(file), {
    origin,
    env,
    folder,
    stateFile: state,
    sealingKey: readSealingKey(env),
    // The file is its owner's own.
    allowLocal: true,
    allowLocalByApi,
    toolsImporter: new URL("import-typescript.js", import.meta.url).href,
    log,
    ...(onError === undefined ? {} : { onError }),
  });
}
