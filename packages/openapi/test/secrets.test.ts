// Secrets in texts that a model reads.

import { expect, test } from "vitest";
import { Secrets } from "../src/secrets.ts";

test("the longest secret goes first, so that no rest of it is left", () => {
  const secrets = new Secrets({ type: "bearer", token: "abcd" }, ["abcdefgh"]);
  expect(secrets.mask("x abcdefgh y abcd z")).toBe("x *** y *** z");
});

test("a text that is too short to be a secret is left", () => {
  expect(new Secrets(undefined, ["1", "on", "abc"]).mask("1 on abc")).toBe("1 on abc");
});

test("what was kept is masked, and of very many the oldest are forgotten", () => {
  const secrets = new Secrets(undefined, []);
  for (let count = 0; count < 2_000; count += 1) secrets.keep(`token-${count}-end`);
  expect(secrets.mask("token-1999-end token-0-end")).toBe("*** token-0-end");
});

test("one that is in use is not forgotten, nor is one that was configured", () => {
  const secrets = new Secrets({ type: "apiKey", value: "configured" }, []);
  for (let count = 0; count < 2_000; count += 1) {
    secrets.keep("in-use");
    secrets.keep(`token-${count}-end`);
  }
  expect(secrets.mask("in-use configured")).toBe("*** ***");
});

test("credentials that are asked for are given on as they are", async () => {
  const secrets = new Secrets(undefined, []);
  const auth = secrets.following(({ name }) => (name === "a" ? { type: "basic", username: "u", password: "pass-1" } : undefined));
  if (typeof auth !== "function") throw new Error("it was a function");
  expect(await auth({ name: "a", type: "http", scopes: [] })).toEqual({ type: "basic", username: "u", password: "pass-1" });
  expect(await auth({ name: "b", type: "http", scopes: [] })).toBeUndefined();
  expect(secrets.mask(`pass-1 ${btoa("u:pass-1")}`)).toBe("*** ***");
});

test.each([
  ["of JavaScript", JSON.stringify("key/é+")],
  ["of PHP", '"key\\/\\u00e9+"'],
  ["of PHP that keeps what is not ASCII", '"key\\/é+"'],
  ["of Python", '"key/\\u00e9+"'],
])("one is masked as it stands in JSON %s", (_whose, text) => {
  expect(new Secrets({ type: "bearer", token: "key/é+" }, []).mask(text)).toBe('"***"');
});
