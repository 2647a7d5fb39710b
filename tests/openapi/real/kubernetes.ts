// A cluster, as its document of Swagger 2.0 has it: no server named, a token as a whole header, pages by `continue`,
// patches in a media type of their own, logs as text.

import { type Answer, type Api, lastOf } from "./api-server.ts";

interface Pod {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

export function createCluster(token: string): Api {
  const pods = new Map<string, Pod>();
  return ({ method, path, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${token}`) return status(401, "Unauthorized");
    const [, namespace, name, what] = /^\/api\/v1\/namespaces\/([^/]+)\/pods(?:\/([^/]+))?(?:\/(log))?$/.exec(path) ?? [];
    if (namespace === undefined) return status(404, `no route ${path}`);
    if (method === "POST") return create(pods, query, headers["content-type"], body);
    if (name === undefined) return listOf([...pods.values()], query);
    const pod = pods.get(decodeURIComponent(name));
    if (pod === undefined) return status(404, `pods "${lastOf(path)}" not found`);
    if (what === "log") return { headers: { "content-type": "text/plain" }, body: `tail ${query.get("tailLines")}\n` };
    if (method === "PATCH") return { body: { type: headers["content-type"], patch: JSON.parse(body.toString()) } };
    if (method === "DELETE") pods.delete(decodeURIComponent(name));
    return { body: pod };
  };
}

function create(pods: Map<string, Pod>, query: URLSearchParams, contentType: string | undefined, body: Buffer): Answer {
  if (contentType !== "application/json") return status(415, "send JSON");
  const pod = JSON.parse(body.toString()) as Pod;
  if (pods.has(pod.metadata.name)) return status(409, `pods "${pod.metadata.name}" already exists`);
  pods.set(pod.metadata.name, pod);
  return { status: 201, body: { ...pod, dryRun: query.get("dryRun") } };
}

function listOf(all: readonly Pod[], query: URLSearchParams): Answer {
  const [label, value] = (query.get("labelSelector") ?? "").split("=");
  const matching = all.filter(({ metadata }) => label === undefined || label === "" || metadata.labels?.[label] === value);
  const start = Number(query.get("continue") ?? 0);
  const items = matching.slice(start, start + Number(query.get("limit") ?? 100));
  const next = start + items.length;
  return { body: { kind: "PodList", items, metadata: next < matching.length ? { continue: String(next) } : {} } };
}

function status(code: number, message: string): Answer {
  return {
    status: code,
    body: { kind: "Status", status: "Failure", message, code },
    ...(code === 401 ? {} : { headers: { "retry-after": "7" } }),
  };
}
