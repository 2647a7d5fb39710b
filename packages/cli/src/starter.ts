// What a gateway starts with where nobody has written anything yet.

import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const STARTER_DEFINITION = `# yaml-language-server: $schema=./node_modules/@toolcrib/gateway/dist/definition.schema.json
tenant: my-team
sources:
  # A folder with one file per tool, in a process of its own, loaded anew when a file changes.
  desk: { tools: ./tools }
  # Servers and APIs, each a line:
  # kb:      { mcp: https://mcp.example.com/mcp, auth: { type: bearer, token: $KB_TOKEN } }
  # billing: { openapi: https://api.example.com/openapi.json, auth: { type: bearer, token: $BILLING_TOKEN } }
  # files:   { command: [npx, -y, "@modelcontextprotocol/server-filesystem", .] }
agents:
  me: { tools: ["*"] }
`;

export const HELLO_TOOL = `import { schema, tool } from "@toolcrib/tools";

export default tool({
  description: "Greets somebody by name",
  input: schema.Object({ name: schema.String({ description: "Who is greeted" }) }),
  effects: "none",
  execute: ({ name }, { identity }) => \`Hello, \${name}, says \${identity.agent}\`,
});
`;

export interface Starter {
  readonly file: string;
  readonly stateFile: string;
}

/** The starter's files, in a folder that is this start's alone. */
export async function openStarter(): Promise<Starter> {
  const folder = await mkdtemp(join(tmpdir(), "toolcrib-starter-"));
  await mkdir(join(folder, "tools"));
  await writeFile(join(folder, "tools", "hello.mjs"), HELLO_TOOL);
  await writeFile(join(folder, "toolcrib.yaml"), STARTER_DEFINITION);
  return { file: join(folder, "toolcrib.yaml"), stateFile: join(folder, "state.db") };
}
