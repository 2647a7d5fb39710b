import { ANONYMOUS } from "@toolcrib/core";
import type { Caller } from "../engine/http.ts";

const NOBODY: Caller = Object.freeze({ identity: ANONYMOUS, key: "anonymous" });

/** The verifier of a server that verifies nobody: every caller is the same anonymous one. */
export function identifyNobody(): Caller {
  return NOBODY;
}
