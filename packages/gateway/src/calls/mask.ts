// The operator's secrets, taken out of what a server says of its own failure.

/** Shorter ones would be found in every text. */
const SECRET_MIN_CHARS = 6;

/** @param secrets in plain; longer ones first, as one may be part of another */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_MIN_CHARS).sort((a, b) => b.length - a.length);
  return (text) => known.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
}
