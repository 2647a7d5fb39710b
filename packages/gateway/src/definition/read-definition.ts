// A definition from YAML, JSON or TypeScript: one shape, checked once, every problem told at once.

import { checkGatewayDefinition, type GatewayDefinition, StartError } from "@toolcrib/core";
import { parseYaml } from "@toolcrib/openapi/node";

/**
 * @param definition its text, or what it parses to
 * @throws StartError `options_invalid` with every problem, each with its path and the way out
 */
export async function readDefinition(definition: string | object): Promise<GatewayDefinition> {
  const value = typeof definition === "string" ? await parse(definition) : definition;
  const problems = checkGatewayDefinition(value);
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  return value as GatewayDefinition;
}

async function parse(text: string): Promise<unknown> {
  try {
    // JSON is YAML too, and its errors name a line.
    return await parseYaml(text);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new StartError("options_invalid", [`the definition is neither YAML nor JSON: ${line}`]);
  }
}
