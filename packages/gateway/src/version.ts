import { readFileSync } from "node:fs";

/** This package's version, from its manifest: one folder up from the built file and from the source alike. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
