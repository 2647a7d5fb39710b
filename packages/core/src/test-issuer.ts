// The issuer of @toolcrib/testing. Its key is in a test's memory and anybody can make one, so whoever signs as it and
// whoever is asked to trust it both refuse in production. One spelling and one question, or the two could drift.

export const TEST_ISSUER = "https://test-runtime.invalid";

/** The one variable of the environment that is read outside the command line, and only when asked. */
export function isProduction(): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } };
  return process?.env?.NODE_ENV === "production";
}
