// What a request says beyond its path: its query and its body, each judged by what the operation declares.

import { API_BODIES, API_BODY_MAX_BYTES, type CompiledSchema, compileSchema, JSON_MAX_DEPTH, parseStrictJson } from "@toolcrib/core";
import type { EngineRequest } from "@toolcrib/server/run";
import { problemsOf } from "../agents/problems-of.ts";
import type { Operation } from "./operation.ts";
import { ApiProblem } from "./problem.ts";

const SCHEMAS = new Map<string, CompiledSchema>(Object.entries(API_BODIES).map(([name, schema]) => [name, compileSchema(schema)]));

/** @throws ApiProblem for what is not known, given twice, or not of its form */
export function readQuery(request: EngineRequest, { query = {} }: Operation): Readonly<Record<string, string>> {
  const given = [...new URLSearchParams(request.query?.() ?? "")];
  const problems = given.flatMap(([name, value], index) => {
    const schema = Object.hasOwn(query, name) ? query[name]?.schema : undefined;
    if (schema === undefined) return [`query ${name}: is not known here; known: ${Object.keys(query).join(", ") || "none"}`];
    if (given.findIndex(([other]) => other === name) !== index) return [`query ${name}: is given twice`];
    return compileSchema(schema)
      .judge(toValue(value, schema.type))
      .map(({ message }) => `query ${name}: ${message}`);
  });
  if (problems.length > 0) throw new ApiProblem("invalid", "the query is not valid", { problems });
  return Object.fromEntries(given);
}

/** A text stands for what its schema says it is. */
function toValue(text: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

/** @throws ApiProblem 415, 413 or 400 */
export async function readBody(request: EngineRequest, { body }: Operation): Promise<unknown> {
  if (body === undefined) return undefined;
  const tooLong = () => new ApiProblem("too-large", `the body is longer than ${API_BODY_MAX_BYTES} bytes`);
  const length = request.header("content-length");
  if (Number(length ?? 0) > API_BODY_MAX_BYTES) throw tooLong();
  if (body.isOptional === true && isBodiless(request)) return {};
  checkMediaType(request);
  const text = await request.readBody(API_BODY_MAX_BYTES);
  if (text === undefined) throw tooLong();
  if (text === "" && body.isOptional === true) return {};
  const value = parse(text);
  const problems = SCHEMAS.get(body.name) === undefined ? [] : problemsOf(SCHEMAS.get(body.name) as CompiledSchema, value);
  if (problems.length > 0) throw new ApiProblem("invalid", "the body is not valid", { problems });
  return value;
}

function isBodiless(request: EngineRequest): boolean {
  return (
    Number(request.header("content-length") ?? 0) === 0 &&
    typeof request.header("transfer-encoding") !== "string" &&
    typeof request.header("content-type") !== "string"
  );
}

function checkMediaType(request: EngineRequest): void {
  const type = (request.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ApiProblem("unsupported-media-type", "the body must be application/json");
  const encoding = (request.header("content-encoding") ?? "").trim().toLowerCase();
  if (encoding !== "" && encoding !== "identity")
    throw new ApiProblem("unsupported-media-type", "a compressed body is not read here; send it as it is");
}

function parse(text: string): unknown {
  try {
    // No member twice: what one reader takes and another passes over would be two requests in one.
    return parseStrictJson(text, JSON_MAX_DEPTH);
  } catch {
    throw new ApiProblem("invalid", "the body is not JSON, names a member twice, or nests too deep");
  }
}
