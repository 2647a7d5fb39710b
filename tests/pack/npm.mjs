// npm as a stranger has it: an npmrc, a cache and folders for temporary files of its own, all empty at the start, and
// the registry on loopback. The machine's own settings are read once, for what lies above that registry, and not changed.

import { readFileSync, realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { cleanEnvironment, run } from "./processes.mjs";

export const OURS = [
  "@toolcrib/core",
  "@toolcrib/tools",
  "@toolcrib/server",
  "@toolcrib/testing",
  "@toolcrib/openapi",
  "@toolcrib/gateway",
  "toolcrib",
];
/** npm is a script on Windows, and Node starts scripts there through a shell alone. */
const NPM = { shell: process.platform === "win32" };

/** What the machine says of the registry above: npm's own words, never written down. */
export async function readMachineSettings(folder) {
  const names = ["registry", "cafile", "proxy", "https-proxy"];
  // Where this file's package is no project of npm's, so npm's own variables of a `pnpm run` hold as well.
  const { stdout } = await run("npm", ["config", "get", "--logs-max=0", ...names], { ...NPM, cwd: folder, env: process.env });
  const said = Object.fromEntries([...stdout.matchAll(/^([a-z-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const known = (name) => (["null", "undefined", "", undefined].includes(said[name]) ? undefined : said[name]);
  const cafile = known("cafile");
  const ca = cafile === undefined ? undefined : readFileSync(cafile, "utf8");
  return { url: known("registry"), ca, http_proxy: known("proxy"), https_proxy: known("https-proxy") };
}

/**
 * @param folder where npm keeps everything
 * @param tarballs what was packed, and must be what is installed
 */
export async function createNpm(folder, registry, tarballs) {
  const temporary = join(folder, "tmp");
  await mkdir(temporary, { recursive: true });
  const rc = join(folder, "npmrc");
  const { host } = new URL(registry);
  // npm publishes nothing without a token, whether or not anybody reads it; this registry does not.
  const settings = [`registry=${registry}`, `//${host}/:_authToken=anybody`, `cache=${join(folder, "cache")}`];
  await writeFile(rc, [...settings, "audit=false", "fund=false", "update-notifier=false", ""].join("\n"));
  const env = cleanEnvironment({
    npm_config_userconfig: rc,
    npm_config_globalconfig: join(folder, "none"),
    TMPDIR: temporary,
    DENO_DIR: join(folder, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    BUN_INSTALL_CACHE_DIR: join(folder, "bun"),
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
    DO_NOT_TRACK: "1",
  });
  return {
    env,
    run: (program, cwd, ...args) => run(program, args, { ...NPM, cwd, env }),
    /** An empty folder with what is named in it, by `npm install`. */
    async install(name, packages, { manifest = {}, flags = [] } = {}) {
      const target = join(folder, name);
      await mkdir(target);
      await writeFile(join(target, "package.json"), JSON.stringify({ private: true, ...manifest }));
      await run("npm", ["install", ...flags, ...packages], { ...NPM, cwd: target, env });
      checkOrigin(target, registry, tarballs);
      return target;
    },
  };
}

/** @throws Error where anything came from elsewhere than the registry, leads out of the folder, or is ours and not what was packed */
function checkOrigin(folder, registry, tarballs) {
  for (const [path, { resolved, link, integrity }] of Object.entries(readLock(folder).packages)) {
    if (link === true || !resolved.startsWith(registry)) throw new Error(`${path} came from ${resolved}, not from the registry`);
    if (!realpathSync(join(folder, path)).startsWith(folder + sep)) throw new Error(`${path} leads out of its folder`);
    const ours = tarballs.find(({ name }) => resolved.startsWith(`${registry}${name}/-/`));
    if (ours !== undefined && ours.integrity !== integrity) throw new Error(`${path} is not the ${ours.name} that was packed`);
  }
}

/** What npm says it has installed. */
export function readLock(folder) {
  return JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
}
