// Payments, as its document has them: forms with brackets, a key as bearer, pages by cursor, files at another host.

import { type Answer, type Api, lastOf } from "./api-server.ts";

interface Customer {
  readonly id: string;
  readonly object: "customer";
  readonly [field: string]: unknown;
}

export function createStripe(key: string): Api {
  const customers = new Map<string, Customer>();
  return ({ method, host, path, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${key}`) return failure(401, `Invalid API Key provided: ${headers.authorization}`);
    if (host === "files.stripe.com")
      return { body: { id: "file_1", object: "file", type: headers["content-type"]?.split(";")[0], size: body.length } };
    if (method === "POST" && path === "/v1/customers") return create(customers, headers["content-type"], body);
    if (method === "GET" && path === "/v1/customers") return listOf([...customers.values()], query);
    const customer = customers.get(lastOf(path));
    if (customer === undefined) return failure(404, `No such customer: '${lastOf(path)}'`);
    if (method === "DELETE") customers.delete(customer.id);
    return { body: method === "DELETE" ? { id: customer.id, deleted: true } : { ...customer, expanded: query.getAll("expand") } };
  };
}

function create(customers: Map<string, Customer>, contentType: string | undefined, body: Buffer): Answer {
  if (contentType !== "application/x-www-form-urlencoded") return failure(415, "send a form");
  const customer = { id: `cus_${customers.size + 1}`, object: "customer" as const, ...parseBrackets(body.toString()) };
  customers.set(customer.id, customer);
  return { body: customer };
}

function listOf(all: readonly Customer[], query: URLSearchParams): Answer {
  const after = all.findIndex(({ id }) => id === query.get("starting_after")) + 1;
  const since = Number(query.get("created[gte]") ?? 0);
  const data = all.slice(after, after + Number(query.get("limit") ?? 10));
  return { body: { object: "list", since, data, has_more: after + data.length < all.length } };
}

function failure(status: number, message: string): Answer {
  return { status, body: { error: { type: "invalid_request_error", message } } };
}

/** `a[b][c]=1` as nested objects, `a[]=1` and repeated names as lists: how such a server reads a form. */
export function parseBrackets(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.split(/\]?\[|\]$/).filter((name, index, all) => name !== "" || index < all.length - 1);
    let at = root;
    for (const name of names.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    const last = names.at(-1) ?? "";
    at[last] = last in at ? [at[last], value].flat() : value;
  }
  return root;
}
