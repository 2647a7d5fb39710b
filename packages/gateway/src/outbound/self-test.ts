// The proof that a transport asks the guard. On Bun `import "undici"` gives a shim that reads over the dispatcher and
// connects to wherever the URL says (oven-sh/bun#38840): code that looks guarded and is not. So before an outbound sends
// anything, its transport must refuse two hosts for the guard's own reasons. No packet leaves where it does.

import { createGuard } from "./guard.ts";
import { OutboundError } from "./outbound-error.ts";
import { createPolicy } from "./policy.ts";
import type { CreateTransport, Transport } from "./transport.ts";

/** Long enough for a wrong transport to fail in; a right one needs none of it. */
const TIMEOUT_MS = 5_000;

/** A name that no resolver but the test's own knows (RFC 6761). */
const NAME_URL = "https://outbound-guard.invalid/";
/** Port 1 has no service; a transport that goes there meets nobody. */
const ADDRESS_URL = "https://127.0.0.1:1/";

/** @throws OutboundError `outbound_refused` where the transport connects without asking */
export async function proveGuard(createTransport: CreateTransport): Promise<void> {
  let lookups = 0;
  const guard = createGuard(createPolicy({ allowLocal: false }), async () => {
    lookups += 1;
    return [{ address: "127.0.0.1", family: 4 }];
  });
  const options = { guard, connectTimeoutMs: TIMEOUT_MS, headersTimeoutMs: TIMEOUT_MS };
  const transport = await createTransport(options).catch((cause: unknown) => {
    throw unproven("its transport can't be loaded", cause);
  });
  try {
    await expectRefusal(transport, NAME_URL);
    if (lookups === 0) throw unproven("names are looked up past it");
    await expectRefusal(transport, ADDRESS_URL);
  } finally {
    // Why it is unproven says more than that a shim of it can't be closed.
    await transport.close().catch(() => {});
  }
}

async function expectRefusal(transport: Transport, url: string): Promise<void> {
  try {
    const answer = await transport.exchange({ url: new URL(url), method: "GET", headers: {}, maxBytes: 0 });
    answer.body.discard();
  } catch (error) {
    if (error instanceof OutboundError && error.code === "outbound_refused") return;
    throw unproven(`${url} failed for another reason`, error);
  }
  throw unproven(`${url} was answered`);
}

function unproven(fact: string, cause?: unknown): OutboundError {
  const message = `nothing is sent: on this runtime the outbound guard is not asked (${fact}); run on Node, or with transport "node-http"`;
  return new OutboundError("outbound_refused", message, cause === undefined ? {} : { cause });
}
