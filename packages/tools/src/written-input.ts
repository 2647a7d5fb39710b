import { type CompiledSchema, compileSchema, type JsonSchema, type ToolContract } from "@toolcrib/core";
import type { ReadSchema } from "./read-schema.ts";

/**
 * An input schema that was written here as JSON, keyword by keyword. It is listed as it is; the object is made when somebody
 * asks for it, and compiled when the tool is first called: of thousands of tools few ever are.
 */
export class WrittenInput implements ReadSchema {
  readonly json: string;
  /** What its tool declares, where that was written here too and needs no check. */
  readonly contract: ToolContract | undefined;
  #published: JsonSchema | undefined;
  #compiled: CompiledSchema | undefined;

  constructor(json: string, contract?: ToolContract) {
    this.json = json;
    this.contract = contract;
  }

  get published(): JsonSchema {
    this.#published ??= JSON.parse(this.json) as JsonSchema;
    return this.#published;
  }

  /** A function of its own, as every schema's is: it may be taken off. */
  readonly judge: CompiledSchema["judge"] = (value) => {
    this.#compiled ??= compileSchema(this.published);
    return this.#compiled.judge(value);
  };

  parse(value: unknown): unknown {
    return value;
  }
}
