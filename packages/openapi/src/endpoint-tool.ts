// One HTTP endpoint described by hand, without a document: the same serializer, the same answers.

import { isObject, type JsonSchema, StartError } from "@toolcrib/core";
import { forwardedTool, type Tool, type ToolContext } from "@toolcrib/tools/run";
import { Api, type ApiOptions } from "./api.ts";
import { createDiagnostics } from "./diagnostics.ts";
import type { Encoding, Operation, Parameter, ParameterLocation, Style } from "./operation.ts";
import { References } from "./references.ts";
import { toRequestShape } from "./request-shape.ts";
import { SchemaSlicer } from "./schema-slice.ts";
import type { Arguments } from "./to-request.ts";
import { toInputJson } from "./tool-input.ts";
import { DESCRIPTION_MAX_BYTES } from "./tool-texts.ts";

export interface EndpointParameter {
  readonly name: string;
  readonly in: Exclude<ParameterLocation, "querystring">;
  readonly description?: string;
  /** Default: text. */
  readonly schema?: JsonSchema;
  /** Default: false; values of a path always are. */
  readonly required?: boolean;
  readonly style?: Style;
  readonly explode?: boolean;
}

export interface Endpoint {
  /** Default: `GET`. */
  readonly method?: string;
  /** With `{name}` where values of the path go. */
  readonly url: string;
  readonly description: string;
  readonly parameters?: readonly EndpointParameter[];
  readonly body?: {
    readonly schema: JsonSchema;
    /** Default: `application/json`. */
    readonly mediaType?: string;
    /** Default: true. */
    readonly required?: boolean;
    readonly encodings?: Readonly<Record<string, Encoding>>;
  };
  /** How long a call may stay silent, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number;
}

/**
 * One endpoint as a tool.
 * @throws StartError `options_invalid` with what is wrong with the endpoint
 */
export function endpointTool(endpoint: Endpoint, options: ApiOptions): Tool {
  const { server, path } = splitUrl(endpoint.url);
  const operation = toOperation(endpoint, server, path);
  // Each schema is a document of its own: its references start at its root.
  const schemas = [...operation.parameters.map(({ schema }) => schema), ...(operation.body === undefined ? [] : [operation.body.schema])];
  const references = new References(new Map(schemas.map(({ base, value }) => [base, value])));
  const problems = [
    ...(typeof options?.fetch === "function" ? [] : ["endpointTool needs fetch: the one that may reach the API"]),
    ...namesIn(path)
      .filter((name) => !operation.parameters.some((parameter) => parameter.in === "path" && parameter.name === name))
      .map((name) => `the URL has {${name}}, which no parameter in "path" describes`),
  ];
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  const { report } = createDiagnostics();
  const slicer = new SchemaSlicer({ references, version: "3.1", report, maxChars: Number.POSITIVE_INFINITY });
  const api = new Api(options, { schemes: new Map(), server });
  const call = api.call(endpoint.url, () => toRequestShape(operation, references));
  const inputJson = toInputJson(operation, { slicer, references, report, descriptionMaxBytes: DESCRIPTION_MAX_BYTES, shared: new Map() });
  const isSafe = operation.method === "GET" || operation.method === "HEAD";
  return forwardedTool(
    {
      description: endpoint.description,
      input: JSON.parse(inputJson) as JsonSchema,
      effects: isSafe ? "none" : "external",
      ...(isSafe ? { idempotency: "none" as const } : {}),
      timeoutMs: endpoint.timeoutMs ?? 60_000,
      execute: (args: unknown, context: ToolContext) => call(args as Arguments, context),
    },
    {},
  );
}

/** Origin and path apart: braces are legal in neither, and `URL` would encode them. */
function splitUrl(url: string): { readonly server: string; readonly path: string } {
  const [, server, path] = /^(https?:\/\/[^/?#{}]+)(\/[^?#]*)?$/.exec(url) ?? [];
  if (server === undefined)
    throw new StartError("options_invalid", [
      `${JSON.stringify(url)} is no URL of an endpoint: https://host/path, without query, values of the path as {name}`,
    ]);
  return { server, path: path ?? "/" };
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
}

function toOperation({ method = "GET", description, parameters = [], body }: Endpoint, server: string, path: string): Operation {
  return {
    method: method.toUpperCase(),
    path,
    id: undefined,
    summary: undefined,
    description,
    tags: [],
    deprecated: false,
    parameters: parameters.map((parameter, index): Parameter => {
      const style = parameter.style ?? (parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple");
      return {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required === true || parameter.in === "path",
        ...(parameter.description === undefined ? {} : { description: parameter.description }),
        schema: { value: isObject(parameter.schema) ? parameter.schema : { type: "string" }, base: `parameters/${index}` },
        style,
        explode: parameter.explode ?? (style === "form" || style === "deepObject"),
        allowReserved: false,
      };
    }),
    body:
      body === undefined
        ? undefined
        : {
            required: body.required !== false,
            mediaType: body.mediaType ?? "application/json",
            schema: { value: body.schema, base: "body" },
            encodings: body.encodings ?? {},
          },
    security: undefined,
    server,
    response: () => undefined,
    extensions: [],
    pointer: "#",
  };
}
