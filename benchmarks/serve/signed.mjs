// One signed call for the whole bench: a token is for one request, and a server without a store takes it again.

import { testRuntime } from "@toolcrib/testing";
import { ECHOED, URL_TEXT } from "./request.mjs";

export const runtime = await testRuntime();

/** The Authorization header of the bench's call. */
export async function createCredentials() {
  const request = await runtime.request(URL_TEXT, "echo", { text: ECHOED });
  return { authorization: request.headers.get("authorization") };
}
