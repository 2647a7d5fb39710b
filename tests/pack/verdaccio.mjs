// The registry's process. It is told by its parent where its storage is and what lies above it, listens on a free port
// of loopback, says which, and ends with its parent, however that ends.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { runServer } from "verdaccio";

/** Longer than npm keeps an idle socket, so that none is closed under a request. */
const KEEP_ALIVE_MS = 60_000;

process.on("disconnect", () => process.exit(0));
process.once("message", async (settings) => {
  const server = await runServer(toConfig(settings));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
});

/** Ours are published here by anybody and come from nowhere else; everything else comes from above and is kept. */
function toConfig({ folder, above }) {
  const ours = { access: "$all", publish: "$anonymous", unpublish: "$anonymous" };
  return {
    storage: join(folder, "storage"),
    // Verdaccio asks for the path of its configuration file even where it is handed an object.
    configPath: join(folder, "config.yaml"),
    self_path: join(folder, "config.yaml"),
    secret: randomBytes(16).toString("hex"),
    // No page, nobody to log in, and no audits that would be asked of somewhere else.
    web: { enable: false },
    auth: {},
    middlewares: {},
    uplinks: { above: { ...above, maxage: "60m", timeout: "60s", max_fails: 10 } },
    packages: { "@toolcrib/*": ours, toolcrib: ours, "**": { access: "$all", proxy: "above" } },
    log: { type: "stdout", format: "pretty", level: "warn" },
  };
}
