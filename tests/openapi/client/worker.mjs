// A Worker only runs while it answers: the one request it gets is answered when all cases have run.

import { runCases } from "./run-cases.mjs";

export default {
  async fetch(_request, { CONTROL_ORIGIN }) {
    await runCases(CONTROL_ORIGIN);
    return new Response("finished");
  },
};
