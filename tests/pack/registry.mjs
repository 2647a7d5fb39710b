// A real registry on loopback, for as long as this process lives.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, start } from "./processes.mjs";

const program = fileURLToPath(new URL("verdaccio.mjs", import.meta.url));
/** How long it may take to start, in milliseconds; it takes about two seconds on a busy machine. */
const START_TIMEOUT_MS = 30_000;

/**
 * @param folder where its storage is
 * @param above the registry above it, as the machine's npm names it
 */
export async function startRegistry(folder, above) {
  await mkdir(folder, { recursive: true });
  // The channel is how it learns what it needs, and that its parent is gone, should that die without a word.
  const { child, ended, output, stop } = start(process.execPath, [program], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: cleanEnvironment(),
  });
  child.send({ folder, above });
  const port = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the registry did not start: ${output()}`)), START_TIMEOUT_MS);
    ended.then((code) => reject(new Error(`the registry ended with ${code}: ${output()}`)));
    child.once("message", (message) => {
      clearTimeout(timer);
      resolve(message.port);
    });
  });
  return { url: `http://127.0.0.1:${port}/`, output, stop };
}
