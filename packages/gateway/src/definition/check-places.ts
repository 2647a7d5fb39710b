// Where a definition may lead: code and this machine's own addresses only where the operator said so.

import { type GatewayDefinition, type SourceDefinition, StartError } from "@toolcrib/core";

export interface PlacesAllowed {
  readonly allowLocal: boolean;
  /** What lifts the refusal. Default: the option of a definition that is the operator's own. */
  readonly wayOut?: string;
  /** @throws Error for a URL that may not be reached */
  readonly checkUrl: (url: string) => void;
}

/** @throws StartError with every place that is not allowed */
export function checkPlaces({ sources }: GatewayDefinition, allowed: PlacesAllowed): void {
  const problems = Object.entries(sources).flatMap(([name, source]) => checkSource(source, `sources.${name}`, allowed));
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}

function checkSource(
  source: SourceDefinition,
  path: string,
  { allowLocal, wayOut = "allow it with allowLocal: true where the definition is your own", checkUrl }: PlacesAllowed,
): readonly string[] {
  const needsLocal = (what: string) => (allowLocal ? [] : [`${path} ${what}, which runs or reads on this machine; ${wayOut}`]);
  const needsUrl = (key: string, url: string) => {
    try {
      checkUrl(url);
      return [];
    } catch (error) {
      return [`${path}.${key} ${(error as Error).message}`];
    }
  };
  if ("command" in source) return needsLocal("is a command");
  if ("tools" in source) return needsLocal("is a folder");
  if ("mcp" in source) return needsUrl("mcp", source.mcp);
  if ("endpoint" in source) return needsUrl("endpoint.url", source.endpoint.url.replaceAll(/\{[^{}]*\}/g, "x"));
  if ("openapi" in source) return /^https?:/i.test(source.openapi) ? needsUrl("openapi", source.openapi) : needsLocal("is a file");
  return [];
}
