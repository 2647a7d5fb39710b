import type { Outbound } from "../outbound.ts";

/** What sends requests to a server: the outbound guard, whose redirects are refused. What proves us is for one URL alone. */
export type Sender = Pick<Outbound, "send">;
