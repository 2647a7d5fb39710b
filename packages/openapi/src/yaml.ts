// The YAML reader, the only file that knows it, loaded when a document is not JSON.

/**
 * Reads YAML as JSON has it: the core schema, so a date stays a string.
 * @throws Error with the line and what is wrong there
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { CORE_SCHEMA, load } = await import("js-yaml");
  return load(text, { schema: CORE_SCHEMA });
}
