// The shape of a definition, for editors: written beside what is built, from the schema that judges.

import { writeFileSync } from "node:fs";
import { GATEWAY_DEFINITION_SCHEMA } from "@toolcrib/core";

writeFileSync(new URL("dist/definition.schema.json", import.meta.url), `${JSON.stringify(GATEWAY_DEFINITION_SCHEMA, null, 2)}\n`);
