// Snapshots of sources that are tried out: written when the change they belong to is taken, and never if it is not.

import type { StateStore, StoredSnapshot } from "./state-store.ts";

export type SnapshotStore = Pick<StateStore, "readSnapshot" | "writeSnapshot">;

export interface SnapshotBuffer extends SnapshotStore {
  /** Writes what was held back; from now on nothing is. */
  flush(): void;
}

export function bufferSnapshots(store: SnapshotStore): SnapshotBuffer {
  let held: Map<string, StoredSnapshot> | undefined = new Map();
  return {
    readSnapshot: (source) => held?.get(source) ?? store.readSnapshot(source),
    writeSnapshot(source, snapshot) {
      if (held === undefined) store.writeSnapshot(source, snapshot);
      else held.set(source, snapshot);
    },
    flush() {
      for (const [source, snapshot] of held ?? []) store.writeSnapshot(source, snapshot);
      held = undefined;
    },
  };
}
