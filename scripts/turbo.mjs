// Runs turbo with its telemetry off, whoever calls it. Tasks are started through the pinned pnpm in node_modules.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
const run = spawnSync("turbo", process.argv.slice(2), {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
  env: {
    ...process.env,
    DO_NOT_TRACK: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    PATH: `${bin}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
  },
});
process.exit(run.status ?? 1);
