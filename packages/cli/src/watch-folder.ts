import { watch } from "node:fs";

/** Editors write a file in several steps; a change is over when this long nothing more came, in milliseconds. */
const SETTLE_MS = 100;

/**
 * Calls `onChange` after files below the folder changed, never twice at a time. Installed packages don't count.
 * @returns what stops the watching
 */
export function watchFolder(folder: string, onChange: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file?.includes("node_modules") === true) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onChange);
    }, SETTLE_MS);
  });
  // A folder that vanishes while it is read ends up here; the tools that were loaded are still served.
  watcher.on("error", () => {});
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
