// An HTTP API as a source: with a document, or one endpoint described by hand. Both are tools already; what they list is
// written down as any server's listing is, so that it can be held and compared.

import type { EndpointSource, OpenApiSource, SourceKind } from "@toolcrib/core";
import { type Auth, endpointTool, openApiTools } from "@toolcrib/openapi";
import { loadDocument } from "@toolcrib/openapi/node";
import { createToolset, listingOf, type PreparedTool, type Tool, type ToolContext, type Toolset } from "@toolcrib/tools/run";
import { OutboundError } from "../outbound.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { OfferedTool, Source, SourceListing } from "./source.ts";

export interface ApiSourceParts<Definition> {
  readonly definition: Definition;
  /** With their values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: Auth | undefined;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly folder: string;
  readonly warn: (problem: string) => void;
}

/** What a document's tools were made from: enough to make them again. */
interface Material {
  readonly document: object;
  readonly documentUrl: string | undefined;
}

export function openOpenApiSource(parts: ApiSourceParts<OpenApiSource>): Source {
  const { definition, headers, auth, timeoutMs, fetch, warn } = parts;
  let held: Toolset | undefined;
  let latest: { readonly material: string; readonly toolset: Toolset } | undefined;

  const toToolset = async ({ document, documentUrl }: Material): Promise<Toolset> => {
    const { tools, diagnostics } = await openApiTools(document, {
      fetch,
      headers,
      timeoutMs,
      ...(auth === undefined ? {} : { auth }),
      ...(definition.baseUrl === undefined ? {} : { server: definition.baseUrl }),
      ...(documentUrl === undefined ? {} : { documentUrl }),
    });
    if (diagnostics.length > 0) warn(`its document has ${diagnostics.length} diagnostics; toolcrib openapi prints them`);
    return createToolset(tools);
  };

  return {
    kind: "openapi",
    async list(signal): Promise<SourceListing> {
      signal.throwIfAborted();
      const { document, documentUrl } = await load(definition.openapi, parts, signal);
      const material = JSON.stringify({ document, documentUrl });
      // Most of the time nothing changed, and a large document is half a second of work.
      if (latest?.material !== material) latest = { material, toolset: await toToolset({ document, documentUrl }) };
      return { tools: [...latest.toolset.values()].map(toOffered), unusable: [], material };
    },
    async hold(material) {
      held = latest?.material === material ? latest.toolset : await toToolset(JSON.parse(material) as Material);
    },
    call: (tool, args, context) => callPrepared(held ?? latest?.toolset ?? new Map(), tool, args, context),
    close: async () => {},
  };
}

/** @throws UpstreamError where it can't be had, StartError where what came can't be read */
async function load(location: string, { fetch, folder }: Pick<ApiSourceParts<OpenApiSource>, "fetch" | "folder">, signal: AbortSignal) {
  let away: UpstreamError | undefined;
  const watched: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
      away = toAway(response.status);
      return response;
    } catch (cause) {
      const reason = cause instanceof OutboundError && cause.code === "outbound_timeout" ? "source_timeout" : "source_unreachable";
      away = new UpstreamError(reason, "its document could not be fetched", { cause });
      throw cause;
    }
  };
  try {
    return await loadDocument(toLocation(location, folder), { fetch: watched });
  } catch (error) {
    throw away ?? error;
  }
}

/** What a status says of the server and not of the document. */
function toAway(status: number): UpstreamError | undefined {
  if (status === 401 || status === 403)
    return new UpstreamError("source_auth_failed", `its document was answered with ${status}`, { status });
  if (status === 429 || status >= 500)
    return new UpstreamError("source_unreachable", `its document was answered with ${status}`, { status });
  return undefined;
}

export function openEndpointSource({ definition, headers, auth, timeoutMs, fetch }: ApiSourceParts<EndpointSource>): Source {
  const { name, ...endpoint } = definition.endpoint;
  const tool = endpointTool({ ...endpoint, timeoutMs }, { fetch, headers, ...(auth === undefined ? {} : { auth }) });
  return openToolsetSource("endpoint", { [name]: tool });
}

/** Tools that are in this process and stay what they are. */
export function openToolsetSource(kind: SourceKind, tools: Readonly<Record<string, Tool>>): Source {
  const toolset = createToolset(tools);
  return {
    kind,
    list: async () => ({ tools: [...toolset.values()].map(toOffered), unusable: [] }),
    call: (tool, args, context) => callPrepared(toolset, tool, args, context),
    close: async () => {},
  };
}

async function callPrepared(toolset: Toolset, { name }: OfferedTool, args: unknown, context: ToolContext): Promise<unknown> {
  const tool = toolset.get(name);
  if (tool === undefined) throw new Error(`${name} is listed and not there`);
  return tool.definition.execute(args, context);
}

function toOffered({ name, definition, contract, input, output }: PreparedTool): OfferedTool {
  const { title, icons, annotations, _meta } = listingOf(definition);
  return {
    name,
    description: definition.description,
    ...(title === undefined ? {} : { title }),
    ...(icons === undefined ? {} : { icons }),
    inputSchema: input.published,
    ...(output === undefined ? {} : { outputSchema: output.published }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
    contract,
  };
}

function toLocation(text: string, folder: string): string | URL {
  if (/^(https?|file):/i.test(text)) return text;
  return text.startsWith("/") ? text : `${folder}/${text}`;
}
