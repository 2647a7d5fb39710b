export interface Difference {
  readonly ours: string;
  readonly theirs: string;
}
export interface Reason {
  readonly reason: string;
  readonly rows: readonly number[];
  readonly inputs: Readonly<Record<string, Difference>>;
}
export const REASONS: readonly Reason[] = [];
