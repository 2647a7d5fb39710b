// What seals a gateway's state: TOOLCRIB_KEY, or a file of this user's alone, never beside the state it seals.

import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandFailed } from "./command-failed.ts";

const OTHERS = 0o077;

/** @throws CommandFailed for a key file that others can read, or that has no place */
export function readSealingKey(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.TOOLCRIB_KEY;
  if (given !== undefined && given !== "") return given;
  const { XDG_CONFIG_HOME = "" } = env;
  // The specification of that variable has it: what is not absolute counts as not set.
  const path = join(isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config"), "toolcrib", "key");
  if (!isAbsolute(path))
    throw new CommandFailed("no home folder is known to keep a key in; set TOOLCRIB_KEY, as from: openssl rand -base64 32");
  return readKeyFile(path) ?? makeKeyFile(path);
}

function readKeyFile(path: string): string | undefined {
  try {
    // Windows knows no modes, and the folder is the user's own.
    if (process.getuid !== undefined && (statSync(path).mode & OTHERS) !== 0)
      throw new CommandFailed(`the key file ${path} can be read by others; run chmod 600 on it`);
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new CommandFailed(`the key file ${path} can't be read: ${code}; mend that, or set TOOLCRIB_KEY`);
  }
}

function makeKeyFile(path: string): string {
  const key = randomBytes(32).toString("base64url");
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Of two that start at once, the second reads what the first has made.
    writeFileSync(path, `${key}\n`, { flag: "wx", mode: 0o600 });
    return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return readKeyFile(path) ?? key;
    throw new CommandFailed(`no key file can be made at ${path}: ${code}; set TOOLCRIB_KEY, as from: openssl rand -base64 32`);
  }
}
