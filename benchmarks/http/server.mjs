// One subject behind node:http, in a process of its own. It says where it listens and what a request needs, and how
// much CPU time it has used whenever it is asked.

import { createServer } from "node:http";

const { createListener, createCredentials, revision } = await import(`./subjects/${process.argv[2]}.mjs`);
const server = createServer(await createListener());
server.listen(0, "127.0.0.1", async () => {
  process.send({ port: server.address().port, revision, credentials: await createCredentials?.() });
});
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuUs: user + system });
});
process.on("disconnect", () => process.exit());
