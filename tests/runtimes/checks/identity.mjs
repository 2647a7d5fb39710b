// Who is let in, and what a handler knows of them.

import assert from "node:assert/strict";

export const signed = {
  name: "signed",
  says: "a signed call succeeds and its handler sees the proven subject",
  async run({ client }) {
    assert.deepEqual(await client.result("who", { key: "signed" }, { subject: "alice" }), { subject: "alice" });
  },
};

export const FAULTS = ["bad_signature", "wrong_audience", "token_expired", "token_missing"];

export const refused = {
  name: "refused",
  says: `a bad token is 401 and no handler runs: ${FAULTS.join(", ")}`,
  async run({ client }) {
    for (const fault of FAULTS) assert.equal((await client.call("who", { key: "refused" }, { fault })).status, 401, fault);
    assert.equal((await client.result("seen", { key: "refused" })).starts, 0);
    await client.result("who", { key: "refused" });
    assert.equal((await client.result("seen", { key: "refused" })).starts, 1, "the handler counts its starts");
  },
};

const CALLS = 200;
const WAIT_MAX_MS = 20;

export const subjects = {
  name: "subjects",
  says: `${CALLS} calls at once, each with its own subject, are never mixed`,
  async run({ client }) {
    const people = Array.from({ length: CALLS }, (_, index) => `person-${index}`);
    const answers = await Promise.all(
      people.map((subject) => client.result("mingle", { waitMs: Math.ceil(Math.random() * WAIT_MAX_MS) }, { subject })),
    );
    answers.forEach(({ before, after }, index) => {
      assert.deepEqual({ before, after }, { before: people[index], after: people[index] });
    });
    const together = Math.max(...answers.map((answer) => answer.together));
    assert.ok(together > 1, "the handlers ran one after the other, which proves nothing");
    return `up to ${together} handlers at a time`;
  },
};
