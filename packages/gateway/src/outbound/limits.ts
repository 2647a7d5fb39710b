// What bounds one request to the outside, each once, with its unit.

/** Bytes of an answer's body after decompression, where nobody says otherwise. */
export const BODY_MAX_BYTES = 10_485_760;

/** How long a connection may take, its name looked up and TLS spoken, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * How long an answer's headers may take, in milliseconds. A server that answers a call with JSON sends them when the call
 * is done: this is the longest a call may run, and callers end theirs earlier by a signal.
 */
export const HEADERS_TIMEOUT_MS = 1_200_000;

/** Redirects one `fetch` follows. */
export const REDIRECTS_MAX = 5;

/** Bytes of a body that wait for their reader before the socket is no longer read. */
export const BODY_WAITING_BYTES = 65_536;

/** Judged URLs that are remembered, and the characters of one. */
export const CHECKED_URLS_MAX = 256;
export const CHECKED_URL_MAX_CHARS = 512;
