// The official MCP conformance suite, for the newest handshake revision and for the stateless one: against our server,
// against the same server behind our gateway, and with the gateway as the client of the suite's own servers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunnable, report, runClient, runServer, startServer } from "./suite.mjs";

const REVISIONS = ["2025-11-25", "2026-07-28"];

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.exitCode = await main();

/** Runs everything and returns the exit code. */
async function main() {
  if (!isRunnable) {
    console.log(
      `conformance: SKIPPED, nothing was checked: the suite needs Node 22, which is installed on linux x64 only (this is ${process.platform} ${process.arch})`,
    );
    return 0;
  }
  const results = mkdtempSync(join(tmpdir(), "toolcrib-conformance-"));
  process.once("exit", () => rmSync(results, { recursive: true, force: true }));
  const server = await startServer("server.mjs");
  const gateway = await startServer("behind-gateway.mjs", [server.url]);
  try {
    const verdicts = [];
    for (const revision of REVISIONS) {
      const at = (what) => ({ name: `${revision} ${what}`, revision, output: join(results, `${what}-${revision}`) });
      verdicts.push(await runServer({ ...at("server"), url: server.url, baseline: `baseline-${revision}.yml` }));
      verdicts.push(await runServer({ ...at("through the gateway"), url: gateway.url, baseline: `baseline-gateway-${revision}.yml` }));
      const command = `${process.execPath} ${fileURLToPath(new URL("client.mjs", import.meta.url))}`;
      verdicts.push(await runClient({ ...at("client"), command, baseline: `baseline-client-${revision}.yml` }));
    }
    return report(verdicts);
  } finally {
    server.stop();
    gateway.stop();
  }
}
