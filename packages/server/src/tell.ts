/** Tells a listener of the owner's. What it throws must not change what a caller reads. */
export function tell<Heard extends readonly unknown[]>(listener: ((...heard: Heard) => void) | undefined, ...heard: Heard): void {
  try {
    listener?.(...heard);
  } catch {
    // A log that fails has nobody left to tell.
  }
}
