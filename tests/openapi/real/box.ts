// Files, as its document has them: an upload host, parts with a file, a list in one value, pages by marker.

import type { Api } from "./api-server.ts";

export function createBox(): Api {
  const files: { readonly name: string; readonly parent: string; readonly size: number; readonly type: string }[] = [];
  return async ({ method, host, path, query, headers, body }) => {
    if (host === "upload.box.com" && path === "/api/2.0/files/content" && method === "POST") {
      const form = await new Response(new Uint8Array(body), { headers: { "content-type": String(headers["content-type"]) } }).formData();
      const attributes = JSON.parse(String(form.get("attributes"))) as { readonly name: string; readonly parent: { readonly id: string } };
      const file = form.get("file");
      if (!(file instanceof File)) return { status: 400, body: { message: "file is no file" } };
      files.push({ name: attributes.name, parent: attributes.parent.id, size: file.size, type: file.type });
      return { status: 201, body: { total_count: 1, entries: [files.at(-1)] } };
    }
    const [, folder] = /^\/2\.0\/folders\/([^/]+)\/items$/.exec(path) ?? [];
    if (folder === undefined) return { status: 404, body: { code: "not_found" } };
    const start = Number(query.get("marker") ?? 0);
    const entries = files.filter(({ parent }) => parent === folder).slice(start, start + Number(query.get("limit") ?? 100));
    return {
      body: {
        entries,
        fields: query.get("fields"),
        next_marker: start + entries.length < files.length ? String(start + entries.length) : null,
      },
    };
  };
}
