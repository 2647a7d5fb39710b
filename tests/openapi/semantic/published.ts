// What our tool says of the same value: the schema as it is listed, judged as arguments are.

import { openApiTools } from "@toolcrib/openapi";
import { createToolset } from "@toolcrib/tools/run";
import { type Subject, toDocument, toToolName } from "./document.ts";
import type { Judge } from "./original.ts";

export async function openPublished(subject: Subject, schemaMaxChars = Number.POSITIVE_INFINITY): Promise<(name: string) => Judge> {
  const { tools } = await openApiTools(toDocument(subject), { fetch, schemaMaxChars });
  const toolset = createToolset(tools);
  const names = Object.keys(subject.schemas);
  return (name) => {
    const tool = toolset.get(toToolName(names.indexOf(name)));
    if (tool === undefined) throw new Error(`${name} has no tool`);
    return (value) => tool.input.judge({ body: value }).length === 0;
  };
}
