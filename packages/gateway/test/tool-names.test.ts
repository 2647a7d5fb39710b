import { describe, expect, test } from "vitest";
import { NAME_MAX_CHARS, toToolName } from "../src/catalog/tool-names.ts";

describe("the name of a tool", () => {
  test("is its source's and its own", () => {
    expect(toToolName("kb", "search")).toEqual({ name: "kb__search", isChanged: false });
  });

  test("has at most 64 characters, and what is cut stays different [gateway.names]", () => {
    for (const chars of [59, 60, 61, 124, 125, 128]) {
      const { name } = toToolName("kb", "x".repeat(chars));
      expect(name.length).toBe(Math.min(chars + 4, NAME_MAX_CHARS));
      expect(name).not.toBe(toToolName("kb", `${"x".repeat(chars)}y`).name);
    }
  });

  test("is the same each time", () => {
    const tool = `very_long_${"name_".repeat(20)}`;
    expect(toToolName("kb", tool)).toEqual(toToolName("kb", tool));
    expect(toToolName("kb", tool).name).toMatch(/^kb__very_long_.*_[0-9a-f]{8}$/);
  });

  test("has only characters that every model API takes", () => {
    const { name, isChanged } = toToolName("kb", "größe.of file");
    expect(name).toMatch(/^kb__gr__e_of_file_[0-9a-f]{8}$/);
    expect(isChanged).toBe(true);
    expect(name).not.toBe(toToolName("kb", "gröse.of file").name);
  });
});
