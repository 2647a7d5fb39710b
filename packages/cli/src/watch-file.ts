import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write a file in several steps; a change is over when this long nothing more came, in milliseconds. */
const SETTLE_MS = 100;

/**
 * Calls `onChange` after a file changed, never twice at a time. Its folder is watched: many editors put a new file in its place.
 * @returns what stops the watching
 */
export function watchFile(path: string, onChange: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const watcher = watch(dirname(path), (_event, file) => {
    if (file !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onChange);
    }, SETTLE_MS);
  });
  watcher.on("error", () => {});
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
