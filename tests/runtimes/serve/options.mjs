// What every server under test is given: whose calls to take, and where that runtime's keys really are. The issuer of
// @toolcrib/testing has no host, so its document is served by the driver, and fetched from there over a socket.

/** @param settings the environment, or a Worker's bindings */
export function toOptions({ TEST_ISSUER, TEST_TENANT, TEST_KEYS_URL }) {
  return {
    runtime: TEST_ISSUER,
    tenant: TEST_TENANT,
    // The server's own init goes along, so its `redirect` and `signal` are tried on every runtime too.
    fetch: (_url, init) => fetch(TEST_KEYS_URL, init),
  };
}

/** Tells the driver where a server listens, in the form in which workerd tells it. */
export function sayListening(port) {
  console.log(JSON.stringify({ event: "listen", socket: "tools", port }));
}
