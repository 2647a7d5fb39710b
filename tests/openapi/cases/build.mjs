// Documents for cases: one operation, and around it only what the case is about. The API is at ORIGIN/v1.

const responses = { 200: { description: "ok" } };

/** @param operation its members; `path`, `method`, and what stands in the path item or at the root beside it */
export function documentOf(operation, { path = "/it", method = "get", version = "3.1.1", item = {}, root = {} } = {}) {
  return {
    openapi: version,
    info: { title: "cases", version: "1" },
    servers: [{ url: "ORIGIN/v1" }],
    ...root,
    paths: { [path]: { ...item, [method]: { responses, ...operation } } },
  };
}

/** A document of Swagger 2.0; its host is given as the server, because ports are known late. */
export function swaggerOf(operation, { path = "/it", method = "get", item = {}, root = {} } = {}) {
  return {
    swagger: "2.0",
    info: { title: "cases", version: "1" },
    basePath: "/v1",
    ...root,
    paths: { [path]: { ...item, [method]: { responses, ...operation } } },
  };
}

export const query = (parameter, value) => ({
  document: documentOf({ parameters: [{ name: "q", in: "query", schema: {}, ...parameter }] }),
  args: { [parameter.name ?? "q"]: value },
});

export const path = (parameter, value, template = "/it/{id}") => ({
  document: documentOf({ parameters: [{ name: "id", in: "path", required: true, schema: {}, ...parameter }] }, { path: template }),
  args: { id: value },
});

export const header = (parameter, value) => ({
  document: documentOf({ parameters: [{ name: "X-It", in: "header", schema: {}, ...parameter }] }),
  args: { "X-It": value },
});

export const cookie = (parameter, value, version) => ({
  document: documentOf({ parameters: [{ name: "it", in: "cookie", schema: {}, ...parameter }] }, { version }),
  args: { it: value },
});

/** @param content the media types of the body */
export const body = (content, value, { method = "post", required = true, ...rest } = {}) => ({
  document: documentOf({ requestBody: { required, content } }, { method, ...rest }),
  args: value === undefined ? {} : { body: value },
});

export const get = (target, headers = {}) => ({ line: `GET /v1${target}`, headers });
export const post = (contentType, sent, target = "/it") => ({
  line: `POST /v1${target}`,
  headers: { "content-type": contentType },
  body: sent,
});
