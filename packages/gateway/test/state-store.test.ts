import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSeal } from "../src/state/seal.ts";
import { openDatabase } from "../src/state/sqlite.ts";
import { openStateStore } from "../src/state/state-store.ts";

const KEY = "k".repeat(32);
const newFile = () => join(mkdtempSync(join(tmpdir(), "toolcrib-state-")), "state.db");

describe("the state store", () => {
  test("gives back what was written, after another start", () => {
    const file = newFile();
    const first = openStateStore(file, createSeal(KEY));
    first.writeSnapshot("kb", { hash: "h", text: '{"tools":[]}', acceptedAtMs: 5 });
    first.writeDefinition("gateway", "tenant: acme", 6);
    const secret = first.secret("request-state", () => "made once");
    first.close();
    const second = openStateStore(file, createSeal(KEY));
    expect(second.readSnapshot("kb")).toEqual({ hash: "h", text: '{"tools":[]}', acceptedAtMs: 5 });
    expect(second.readDefinition("gateway")).toBe("tenant: acme");
    expect(second.secret("request-state", () => "made twice")).toBe(secret);
    expect(second.readSnapshot("other")).toBeUndefined();
    second.close();
  });

  test("is a file that only its owner reads, in which nothing secret stands [gateway.sealed]", () => {
    const file = newFile();
    const store = openStateStore(file, createSeal(KEY));
    store.writeDefinition("gateway", "token: canary-secret-value", 1);
    store.writeKey({ kid: "k1", x: "x", privateKey: "canary-private-key", publishedAtMs: 1, signsFromMs: 1, publishedUntilMs: undefined });
    store.secret("state", () => "canary-state-key");
    store.close();
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, "latin1")).not.toContain("canary");
  });

  test("does not open with another key, and says what to do", () => {
    const file = newFile();
    const store = openStateStore(file, createSeal(KEY));
    store.writeDefinition("gateway", "text", 1);
    store.close();
    const other = openStateStore(file, createSeal("o".repeat(32)));
    expect(() => other.readDefinition("gateway")).toThrow(/sealed with another key/);
    other.close();
  });

  test("refuses a file of a later version", () => {
    const file = newFile();
    const database = openDatabase(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(() => openStateStore(file, createSeal(KEY))).toThrow(/state\.db can't be used: it was written by a later version \(step 99/);
  });

  test("refuses a file that is none, is cut short, or can't be written, with its name and the way out", () => {
    const [other, short, nowhere] = [newFile(), newFile(), join(newFile(), "below", "state.db")];
    writeFileSync(other, "tenant: acme\n".repeat(400));
    const whole = newFile();
    openStateStore(whole, createSeal(KEY)).close();
    writeFileSync(short, readFileSync(whole).subarray(0, 100));
    for (const file of [other, short, nowhere])
      expect(() => openStateStore(file, createSeal(KEY))).toThrow(
        new RegExp(`^.*${file} can't be used: .+; mend that, or choose another file$`, "s"),
      );
  });
});

describe("a seal", () => {
  test("opens only what it sealed, for what it was sealed", () => {
    const seal = createSeal(KEY);
    const sealed = seal.seal("text", "definition:a");
    expect(seal.open(sealed, "definition:a")).toBe("text");
    expect(() => seal.open(sealed, "definition:b")).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open(changed, "definition:a")).toThrow();
    }
  });

  test("never writes the same twice", () => {
    const seal = createSeal(KEY);
    expect(Buffer.from(seal.seal("text", "a")).equals(Buffer.from(seal.seal("text", "a")))).toBe(false);
  });

  test("needs 32 bytes", () => {
    expect(() => createSeal("short")).toThrow(/5 bytes; 32 or more/);
  });
});
