// What a user takes on with us, measured: packages and bytes on disk, and bytes over the wire. Figures stand in the
// output whether or not they are kept to; one that is not says what weighs.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, SIGNED } from "./bundle.mjs";
import { readLock } from "./npm.mjs";

const INSTALL = ["@toolcrib/tools", "@toolcrib/server"];
const PACKAGES_MAX = 10;
const INSTALL_MAX_BYTES = 12 * 1_024 * 1_024;
/** Strictly 55 thousand, not 55 times 1,024. */
const BUNDLE_GZIP_MAX_BYTES = 55_000;
/** How many of the heaviest parts are named. */
const HEAVIEST = 8;

const PLATFORMS = {
  neutral: { platform: "neutral" },
  browser: { platform: "browser" },
};

export async function checkBudgets({ npm, report }) {
  const group = "Budgets";
  const { figures } = report;
  const folder = await report.value(group, `npm install ${INSTALL.join(" ")}`, () => npm.install("budgets", INSTALL));
  if (folder === undefined) return;

  await report.check(group, `at most ${PACKAGES_MAX} packages`, () => {
    const paths = Object.keys(readLock(folder).packages);
    figures.packages = paths.length;
    return keep(paths.length, PACKAGES_MAX, `${paths.length} packages`, () => paths);
  });

  await report.check(group, "at most 12 MiB on disk", async () => {
    const sizes = await Promise.all(
      Object.keys(readLock(folder).packages).map(async (path) => ({ name: path, bytes: await sizeOf(join(folder, path)) })),
    );
    figures.installBytes = await sizeOf(join(folder, "node_modules"));
    const text = `${(figures.installBytes / 1_048_576).toFixed(2)} MiB`;
    return keep(figures.installBytes, INSTALL_MAX_BYTES, text, () => heaviest(sizes));
  });

  for (const [name, options] of Object.entries(PLATFORMS))
    await report.check(group, `one tool with auth, bundled (${name}): at most ${BUNDLE_GZIP_MAX_BYTES} bytes gzip`, async () => {
      const { path, metafile } = await bundle(folder, `signed-${name}`, SIGNED, { minify: true, ...options });
      const code = await readFile(path);
      const bytes = gzipSync(code).length;
      figures.bundle = { ...figures.bundle, [name]: { bytes: code.length, gzipBytes: bytes } };
      return keep(bytes, BUNDLE_GZIP_MAX_BYTES, `${bytes} bytes gzip of ${code.length}`, () => heaviest(toPackages(metafile)));
    });
}

/** @throws Error that says what weighs */
function keep(value, limit, text, explain) {
  if (value > limit) throw new Error(`${text}, at most ${limit}; what weighs: ${explain().join(", ")}`);
  return text;
}

/** The sum of its files' sizes, in bytes. */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Minified bytes in the bundle, package by package. */
function toPackages({ outputs }) {
  const sums = new Map();
  for (const [path, { bytesInOutput }] of Object.entries(Object.values(outputs)[0].inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  return [...sums].map(([name, bytes]) => ({ name, bytes }));
}

function heaviest(parts) {
  const sorted = parts.toSorted((one, other) => other.bytes - one.bytes);
  return sorted.slice(0, HEAVIEST).map(({ name, bytes }) => `${name} ${bytes} bytes`);
}
