// What every mounted server must do. A check throws what is wrong.

import assert from "node:assert/strict";

const ANOTHER_SERVER = "https://another.test/mcp";

export const CHECKS = {
  "a signed call is answered with its subject": async ({ call, url }) => {
    const { status, text } = await call(url, { subject: "alice" });
    assert.deepEqual({ status, text }, { status: 200, text: "Hello alice" });
  },
  "progress arrives before the result": async ({ call, url }) => {
    const reports = [];
    const { text, headers, firstChunk } = await call(url, { subject: "bob", onProgress: ({ message }) => reports.push(message) });
    assert.match(headers.get("content-type") ?? "", /^text\/event-stream/);
    assert.deepEqual({ reports, text }, { reports: ["Looking for the right words"], text: "Hello bob" });
    assert.match(firstChunk, /notifications\/progress/);
    assert.doesNotMatch(firstChunk, /Hello bob/, "the progress was held back until the result");
  },
  "an unsigned call is a 401 with a challenge": async ({ call, url }) => {
    const { status, headers } = await call(url, { fault: "token_missing" });
    assert.equal(status, 401);
    assert.match(headers.get("www-authenticate") ?? "", /^Bearer/);
  },
  "a token for another server is a 401": async ({ call, url }) => {
    assert.equal((await call(url, { audience: ANOTHER_SERVER })).status, 401);
  },
  "a GET is a 401, and a 405 if it is signed": async ({ get, url }) => {
    const unsigned = await get(url, { isSigned: false });
    const signed = await get(url, { isSigned: true });
    assert.deepEqual([unsigned.status, signed.status, signed.headers.get("allow")], [401, 405, "POST"]);
  },
};

export const SECOND_PATH_CHECKS = {
  "a token for one path is a 401 at the other": async ({ call, url, secondUrl }) => {
    assert.equal((await call(secondUrl, { subject: "carol" })).text, "Hello carol");
    assert.equal((await call(secondUrl, { audience: url })).status, 401);
    assert.equal((await call(url, { audience: secondUrl })).status, 401);
  },
};

export const PROXY_CHECKS = {
  "a caller's own X-Forwarded headers change nothing": async ({ call, url }) => {
    const headers = { "x-forwarded-host": "another.test", "x-forwarded-proto": "https" };
    assert.equal((await call(url, { headers })).status, 200);
    assert.equal((await call(url, { headers, audience: ANOTHER_SERVER })).status, 401);
  },
};
