// Runs the pnpm that "packageManager" pins: the one on PATH when it is that version, else through npx.
// corepack is not used: its bundled keys no longer verify the registry's signatures.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const pin = manifest.packageManager.split("+")[0];
const options = { cwd: new URL("..", import.meta.url), shell: process.platform === "win32" };

const found = spawnSync("pnpm", ["--version"], { ...options, encoding: "utf8" });
const [command, prefix] = `pnpm@${found.stdout?.trim()}` === pin ? ["pnpm", []] : ["npx", ["--yes", "--prefer-offline", pin]];
const run = spawnSync(command, [...prefix, ...process.argv.slice(2)], { ...options, stdio: "inherit" });
process.exit(run.status ?? 1);
