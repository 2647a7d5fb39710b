// DNS rebinding: a page in a browser can point its own name at 127.0.0.1 and call a local server. The Host header
// then still says that name, so a server without verification answers only to names that can mean nothing else.

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;

/** True for `localhost`, 127.0.0.0/8 and `[::1]`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** True for a page served from such a host over http or https. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\//i.test(origin) && isLoopbackHost(origin.replace(/^https?:\/\//i, ""));
}
