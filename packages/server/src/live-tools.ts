// Tools that change while they are served: those of a gateway.

import type { Toolset } from "@toolcrib/tools/run";

export interface LiveTools {
  /** The tools as they are now; another map after a change. */
  readonly current: Toolset;
  /** Resolves when the first lists are in, or late: until then lists and unknown names wait. Undefined afterwards. */
  settling(): Promise<unknown> | undefined;
  /** Why a caller who asks for this name does not get it; undefined where nothing is known of it. */
  explain(name: string): string | undefined;
  /** Hears of each change, once, after it. */
  onChange(listener: () => void): void;
}
