// A runtime's key document behind a real socket, and a server that trusts it, with a clock that only the test moves.

import type { RequestListener } from "node:http";
import { type ForgeKey, NOW_S } from "./forge.ts";
import { forgedCall, listen, SHOP, serveWatched } from "./served.ts";

type Published = Readonly<Record<string, unknown>>;

/** A runtime on this machine that publishes what the test says, and a server that trusts it. */
export async function publishedRuntime(...keys: Published[]) {
  const endpoint = { keys, requests: 0, answer: undefined as RequestListener | undefined };
  const issuer = await listen((request, response) => {
    endpoint.requests += 1;
    if (endpoint.answer !== undefined) return endpoint.answer(request, response);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys: endpoint.keys }));
  });
  const clock = { nowMs: NOW_S * 1_000 };
  const served = serveWatched({ runtime: issuer, tenant: "acme", audience: SHOP, now: () => clock.nowMs });
  const callBy = async (key: ForgeKey) => {
    const iat = Math.floor(clock.nowMs / 1_000);
    return served.handler(await forgedCall(key, { iss: issuer, iat, exp: iat + 60 }));
  };
  return { ...served, endpoint, issuer, clock, callBy };
}
