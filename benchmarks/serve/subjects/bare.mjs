// What no fetch handler can save: a Request in, its text, JSON both ways, a Response out.

export const revision = "2026-07-28";

export function createHandler() {
  return async (request) => {
    const { id, params } = JSON.parse(await request.text());
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: params.arguments.text }] } });
    return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
  };
}
