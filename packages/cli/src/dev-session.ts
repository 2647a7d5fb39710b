// How `toolcrib call` gets at the key of a running `toolcrib dev`: a file that only this user can read, named after the
// port, there as long as the server is. The system's folder for temporary files belongs to everybody, and anybody can
// make a folder in it before we do, under the name we would take. So both folder and file are trusted only when they
// are this user's own, closed to all others, and no links.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject, StartError } from "@toolcrib/core";
import { CommandFailed } from "./command-failed.ts";

export interface DevSession {
  readonly url: string;
  /** The development runtime's. */
  readonly privateKey: JsonWebKey;
}

/** What others may do with a file, in its mode. */
const OTHERS = 0o077;

/**
 * Leaves the session of a server for `toolcrib call`.
 * @returns what removes it
 * @throws StartError when the folder is not this user's alone
 */
export function writeDevSession(session: DevSession): () => void {
  const folder = sessionFolder();
  const wrong = makeFolder(folder) ?? findForeignFolder(folder);
  if (wrong !== undefined) {
    throw new StartError("options_invalid", [
      `the folder ${folder}, where the key of this server would lie, ${wrong}; remove it, or set TMPDIR to a folder of your own`,
    ]);
  }
  const path = sessionPath(new URL(session.url).port);
  // One that was killed left its file behind; who holds the port now is us.
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(session), { flag: "wx", mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/**
 * The session of the server that listens on a port of this machine; undefined when there is none.
 * @throws CommandFailed for a file that is not this user's alone, or holds no session
 */
export function readDevSession(port: string): DevSession | undefined {
  const folder = sessionFolder();
  if (!existsSync(folder)) return undefined;
  // The folder first: what lies in another user's is not even opened.
  const foreign = findForeignFolder(folder);
  if (foreign !== undefined) throw new CommandFailed(`the session folder ${folder} ${foreign}; remove it and start toolcrib dev again`);
  const path = sessionPath(port);
  const file = open(path);
  if (file === undefined) return undefined;
  try {
    // The open file is asked, not its name: a name can mean another file a moment later.
    const wrong = findForeign(fstatSync(file));
    if (wrong !== undefined) throw new CommandFailed(`the session file ${path} ${wrong}; remove it and start toolcrib dev again`);
    const session = parseSession(readFileSync(file, "utf8"));
    if (session === undefined) throw new CommandFailed(`the session file ${path} holds no session; start toolcrib dev again`);
    return session;
  } finally {
    closeSync(file);
  }
}

function sessionFolder(): string {
  return join(tmpdir(), `toolcrib-dev-${process.getuid?.() ?? "user"}`);
}

function sessionPath(port: string): string {
  return join(sessionFolder(), `${port}.json`);
}

function makeFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return undefined;
  } catch (error) {
    return `can't be made: ${(error as NodeJS.ErrnoException).code}`;
  }
}

function open(path: string): number | undefined {
  try {
    // Windows has no O_NOFOLLOW.
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new CommandFailed(`the session file ${path} can't be read: ${code}; remove it and start toolcrib dev again`);
  }
}

function findForeignFolder(folder: string): string | undefined {
  const stats = lstatSync(folder);
  return stats.isDirectory() ? findForeign(stats) : "is no folder";
}

/** Windows knows no modes, and its folder for temporary files is the user's own. */
function findForeign({ uid, mode }: Stats): string | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid !== process.getuid()) return "belongs to another user";
  return (mode & OTHERS) === 0 ? undefined : "can be read by others";
}

function parseSession(text: string): DevSession | undefined {
  try {
    const session: unknown = JSON.parse(text);
    const isSession = isObject(session) && typeof session.url === "string" && isObject(session.privateKey);
    return isSession ? (session as unknown as DevSession) : undefined;
  } catch {
    return undefined;
  }
}
