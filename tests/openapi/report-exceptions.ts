// Reports without a test of their own here, and why.

export interface Exception {
  readonly id: string;
  readonly reason: string;
  /** Which later part brings it. */
  readonly later?: "gateway" | "ledger" | "console";
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    id: "google/adk-python#3313",
    reason:
      "one model's dialect of JSON Schema is chosen where a model is, not where tools are made: the published schema is 2020-12 for all",
    later: "gateway",
  },
];
