// What an operator pastes into the common MCP clients.

export interface AgentAddress {
  readonly url: string;
  readonly token: string;
}

/** By client: where it goes, and the text. */
export function toClientConfigurations(
  name: string,
  { url, token }: AgentAddress,
): readonly { readonly client: string; readonly text: string }[] {
  const headers = { Authorization: `Bearer ${token}` };
  const json = (value: unknown) => JSON.stringify(value);
  const bridge = ["-y", "mcp-remote", url, "--transport", "http-only", "--allow-http", "--header", `Authorization: Bearer ${token}`];
  return [
    { client: "Claude Code", text: `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer ${token}"` },
    { client: "Claude Desktop (claude_desktop_config.json)", text: json({ mcpServers: { [name]: { command: "npx", args: bridge } } }) },
    { client: "Cursor (.cursor/mcp.json)", text: json({ mcpServers: { [name]: { url, headers } } }) },
    { client: "VS Code (.vscode/mcp.json)", text: json({ servers: { [name]: { type: "http", url, headers } } }) },
    {
      client: "the inspector",
      text: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${token}" --method tools/list`,
    },
  ];
}
