import { test } from "vitest";
import { toRequest } from "./differential-inputs.ts";
import { HANDSHAKE_INPUTS } from "./differential-inputs-handshake.ts";
import { HTTP_INPUTS } from "./differential-inputs-http.ts";
import { STATELESS_INPUTS } from "./differential-inputs-stateless.ts";
import { observe } from "./differential-observe.ts";
import { ours, theirs } from "./differential-servers.ts";

test("x", async () => {
  const a = ours(),
    b = theirs();
  for (const i of [...HANDSHAKE_INPUTS, ...STATELESS_INPUTS, ...HTTP_INPUTS]) {
    const s = async (h: any) => {
      try {
        return await observe(await h(toRequest(i)), i);
      } catch (e) {
        return "ERR " + e;
      }
    };
    const x = await s(a),
      y = await s(b);
    console.log((x === y ? "SAME " : "DIFF ") + i.name + "\n    " + x + (x === y ? "" : "\n    " + y));
  }
});
