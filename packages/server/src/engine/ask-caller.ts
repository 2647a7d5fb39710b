// Asking on the wire: multi round-trip requests (2026-07-28, basic/patterns/mrtr). The first request ends with a
// question and a signed state; the next one brings both back with the answer. Between them the server holds nothing.

import {
  type Answer,
  compileSchema,
  DEFAULT_QUESTION_KEY,
  digestArguments,
  isObject,
  type Question,
  type RequestState,
  RequestStateError,
  RPC_ERROR,
} from "@toolcrib/core";
import type { Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { errorResponse, invalidParams } from "./json-rpc.ts";
import { isStateless } from "./revisions.ts";

/** What a request brings: a new call, a call with one more answer, a call whose person said no, or a question still open. */
export type Round =
  | { readonly type: "run"; readonly callId: string; readonly answers: readonly Answer[]; readonly offered?: Responses }
  | { readonly type: "declined"; readonly callId: string }
  | { readonly type: "unanswered"; readonly callId: string; readonly answers: readonly Answer[]; readonly question: Question };

/** What a client's person did with a question. */
export type Reading =
  | { readonly type: "answered"; readonly answer: Answer }
  | { readonly type: "declined" }
  | { readonly type: "missing" }
  | { readonly type: "invalid"; readonly message: string };

type Responses = Readonly<Record<string, unknown>>;

/**
 * Reads the round of a `tools/call`, or refuses what it claims. A state has no effect before it is proven to be ours.
 * Responses that come without a state are kept aside: they can only answer the first question, which has no history.
 */
export async function readRound(exchange: Exchange, tool: string, args: unknown): Promise<Round | EngineResponse> {
  const { id, params } = exchange.message;
  const { requestState } = params;
  const responses = isObject(params.inputResponses) ? params.inputResponses : undefined;
  if (!isStateless(exchange.envelope) || requestState === undefined) {
    return { type: "run", callId: exchange.parts.newCallId(), answers: [], ...(responses === undefined ? {} : { offered: responses }) };
  }
  if (typeof requestState !== "string") return invalidParams(id, "params.requestState must be a string");
  if (params.inputResponses !== undefined && responses === undefined) return invalidParams(id, "params.inputResponses must be an object");

  const state = await openState(exchange, requestState, tool, args);
  if ("status" in state) return state;
  const { callId, answers, question } = state;
  const reading = readAnswer(question, responses ?? {});
  if (reading.type === "missing") return { type: "unanswered", callId, answers, question };
  if (reading.type === "declined") return { type: "declined", callId };
  if (reading.type === "invalid") return invalidParams(id, reading.message);
  return { type: "run", callId, answers: [...answers, reading.answer] };
}

/** The answer to a question among a client's responses, checked against the question's form. */
export function readAnswer(question: Question, responses: Responses): Reading {
  const key = question.key ?? DEFAULT_QUESTION_KEY;
  const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (response === undefined) return { type: "missing" };
  const { action, content = {} } = isObject(response) ? response : {};
  if (action === "decline" || action === "cancel") return { type: "declined" };
  if (action !== "accept") return { type: "invalid", message: `params.inputResponses.${key} needs an action: accept, decline or cancel` };
  const problem = compileSchema(question.form).judge(content)[0];
  if (problem === undefined) return { type: "answered", answer: pickFields(content as Answer, question) };
  const place = problem.path === "" ? "the root" : problem.path;
  return { type: "invalid", message: `params.inputResponses.${key}.content does not fit its form at ${place}: ${problem.message}` };
}

/** True when the client declared that it can show a form; an empty declaration means forms (client/elicitation). */
export function canAnswerForms({ envelope }: Exchange): boolean {
  const { elicitation } = envelope.clientCapabilities;
  return isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);
}

/** 400 with -32021: the call needs a capability this client did not declare. */
export function missingCapability({ message }: Exchange, tool: string): EngineResponse {
  const text = `tool ${tool} has to ask a person, and this client did not declare the elicitation capability`;
  return errorResponse(400, message.id, RPC_ERROR.missingCapability, text, { requiredCapabilities: { elicitation: { form: {} } } });
}

/** The result that asks. */
export async function toInputRequired(
  exchange: Exchange,
  call: Omit<RequestState, "caller" | "argumentsDigest">,
  args: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const { message, form, key = DEFAULT_QUESTION_KEY } = call.question;
  const state = { ...call, caller: exchange.caller.key, argumentsDigest: await digestArguments(args) };
  return {
    resultType: "input_required",
    inputRequests: { [key]: { method: "elicitation/create", params: { mode: "form", message, requestedSchema: form } } },
    requestState: await exchange.parts.requestStates.encode(state, exchange.parts.now()),
  };
}

async function openState(exchange: Exchange, text: string, tool: string, args: unknown): Promise<RequestState | EngineResponse> {
  const { parts, caller, message } = exchange;
  try {
    const state = await parts.requestStates.decode(text, parts.now());
    if (state.caller !== caller.key) throw new RequestStateError("belongs to another caller");
    if (state.tool !== tool) throw new RequestStateError("belongs to another tool");
    if (state.argumentsDigest !== (await digestArguments(args))) throw new RequestStateError("belongs to other arguments");
    return state;
  } catch (error) {
    if (!(error instanceof RequestStateError)) throw error;
    return invalidParams(message.id, error.message);
  }
}

/** Only the fields that were asked for: what else a client sends is not an answer. */
function pickFields(content: Answer, { form }: Question): Answer {
  const fields = Object.keys(isObject(form.properties) ? form.properties : {});
  return Object.fromEntries(fields.filter((field) => Object.hasOwn(content, field)).map((field) => [field, content[field]])) as Answer;
}
