// Asking on the wire: multi round-trip requests (2026-07-28, basic/patterns/mrtr). The first request ends with a
// question and a signed state; the next one brings both back with the answer. Between them the server holds nothing.

import {
  type Answer,
  CALL_ID_MAX_CHARS,
  compileSchema,
  DEFAULT_QUESTION_KEY,
  describeProblem,
  digestArguments,
  type ForwardedRequestState,
  isApproval,
  isObject,
  META,
  type OwnRequestState,
  type Question,
  type RequestState,
  RequestStateError,
  RPC_ERROR,
} from "@toolcrib/core";
import type { ForwardedAnswer, ForwardedQuestion } from "@toolcrib/tools/run";
import type { Exchange } from "./exchange.ts";
import type { Caller, EngineResponse } from "./http.ts";
import { errorResponse, invalidParams } from "./json-rpc.ts";

/** What a request brings: a new call, a call with one more answer, a call whose person said no, or a question still open. */
export type Round =
  | {
      readonly type: "run";
      readonly callId: string;
      readonly answers: readonly Answer[];
      readonly approved: boolean;
      readonly offered?: Responses;
      readonly forwardedAnswer?: ForwardedAnswer;
    }
  | { readonly type: "declined"; readonly callId: string; readonly asks: OwnRequestState["asks"] }
  | ({ readonly type: "unanswered" } & Pick<OwnRequestState, "callId" | "answers" | "question" | "asks" | "approved">);

/** What a client's person did with a question. */
export type Reading =
  | { readonly type: "answered"; readonly answer: Answer }
  | { readonly type: "declined" }
  | { readonly type: "missing" }
  | { readonly type: "invalid"; readonly message: string };

/** A client's responses to questions, by their keys. */
export type Responses = Readonly<Record<string, unknown>>;

/** A round that answers nothing that was asked before: a new call. Responses it brings can only answer its first question. */
export function newRound({ parts, message, caller }: Exchange): Round {
  const { inputResponses } = message.params;
  const callId = caller.claims?.call ?? sentKey(caller, message.params._meta) ?? parts.newCallId();
  const round = { type: "run", callId, answers: [], approved: false } as const;
  return isObject(inputResponses) ? { ...round, offered: inputResponses } : round;
}

/** The key a proven caller sends with its call, so that a repeated request is the same call; nobody else's is believed. */
function sentKey({ identity }: Caller, meta: unknown): string | undefined {
  const key = identity.via === "custom" && isObject(meta) ? meta[META.idempotencyKey] : undefined;
  return typeof key === "string" && key !== "" && key.length <= CALL_ID_MAX_CHARS ? key : undefined;
}

/** The round that a request state continues, or the refusal. A state has no effect before it is proven to be ours. */
export async function continueRound(exchange: Exchange, tool: string, args: unknown): Promise<Round | EngineResponse> {
  const { id, params } = exchange.message;
  const { requestState, inputResponses = {} } = params;
  if (typeof requestState !== "string") return invalidParams(id, "params.requestState must be a string");
  if (!isObject(inputResponses)) return invalidParams(id, "params.inputResponses must be an object");

  const state = await openState(exchange, requestState, tool, args);
  if ("status" in state) return state;
  const { callId, answers, approved } = state;
  if (state.asks === "forwarded") {
    const { upstreamState } = state;
    const odd = oddResponse(inputResponses);
    if (odd !== undefined) return invalidParams(id, odd);
    // The server that asked judges what was answered: it alone knows its forms.
    return {
      type: "run",
      callId,
      answers,
      approved,
      forwardedAnswer: { inputResponses, ...(upstreamState === undefined ? {} : { upstreamState }) },
    };
  }
  const { question, asks } = state;
  const reading = readAnswer(question, inputResponses);
  if (reading.type === "missing") return { type: "unanswered", callId, answers, question, asks, approved };
  if (reading.type === "invalid") return invalidParams(id, reading.message);
  if (reading.type === "declined") return { type: "declined", callId, asks };
  if (asks === "answer") return { type: "run", callId, answers: [...answers, reading.answer], approved };
  if (!isApproval(reading.answer)) return { type: "declined", callId, asks };
  // Consent is for one run. Another process would not know; its tool runs again under the same key.
  if (!exchange.parts.spentApprovals.spend(requestState, exchange.parts.now()))
    return invalidParams(id, "this approval was used already; ask again");
  return { type: "run", callId, answers, approved: true };
}

/** The answer to a question among a client's responses, checked against the question's form. */
export function readAnswer(question: Question, responses: Responses): Reading {
  const key = question.key ?? DEFAULT_QUESTION_KEY;
  const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (response === undefined) return { type: "missing" };
  const { action, content = {} } = isObject(response) ? response : {};
  if (action === "decline" || action === "cancel") return { type: "declined" };
  if (action !== "accept") return { type: "invalid", message: needsAction(key) };
  const problem = compileSchema(question.form).judge(content)[0];
  if (problem === undefined) return { type: "answered", answer: pickFields(content as Answer, question) };
  return { type: "invalid", message: `params.inputResponses.${key}.content does not fit its form ${describeProblem(problem)}` };
}

const ACTIONS: readonly unknown[] = ["accept", "decline", "cancel"];

/** What is wrong with responses whatever they answer; undefined where nothing is. */
export function oddResponse(responses: Responses): string | undefined {
  const key = Object.keys(responses).find((name) => {
    const response = responses[name];
    return !isObject(response) || !ACTIONS.includes(response.action);
  });
  return key === undefined ? undefined : needsAction(key);
}

function needsAction(key: string): string {
  return `params.inputResponses.${key} needs an action: accept, decline or cancel`;
}

/** True when the client declared that it can show a form; an empty declaration means forms (client/elicitation). */
export function canAnswerForms({ envelope }: Exchange): boolean {
  const { elicitation } = envelope.clientCapabilities;
  return isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);
}

/** 400 with -32021: the call needs a capability this client did not declare. */
export function missingCapability({ message }: Exchange, tool: string, asks: OwnRequestState["asks"]): EngineResponse {
  const text = `tool ${tool} ${asks === "approval" ? "needs a person's approval" : "has to ask a person"}, and this client did not declare the elicitation capability`;
  return errorResponse(400, message.id, RPC_ERROR.missingCapability, text, { requiredCapabilities: { elicitation: { form: {} } } });
}

/** What a round binds of its call. */
type BoundCall<State extends RequestState> = Omit<State, "caller" | "argumentsDigest">;

/** The result that asks, as JSON. */
export function toInputRequired(exchange: Exchange, call: BoundCall<OwnRequestState>, args: unknown, metaJson: string): Promise<string> {
  const { message, form, key = DEFAULT_QUESTION_KEY } = call.question;
  // A gateway that has a decision of its own knows by this mark what it is asked.
  const mark = call.asks === "approval" ? { _meta: { [META.approval]: true } } : {};
  const inputRequests = { [key]: { method: "elicitation/create", params: { mode: "form", message, requestedSchema: form, ...mark } } };
  return writeInputRequired(exchange, call, inputRequests, args, metaJson);
}

/** The result that passes another server's question on, as JSON: its requests as they came, its state inside ours. */
export function toForwardedQuestion(
  exchange: Exchange,
  call: BoundCall<ForwardedRequestState>,
  { inputRequests }: ForwardedQuestion,
  args: unknown,
  metaJson: string,
): Promise<string> {
  return writeInputRequired(exchange, call, inputRequests, args, metaJson);
}

async function writeInputRequired(
  { parts, caller }: Exchange,
  call: BoundCall<OwnRequestState> | BoundCall<ForwardedRequestState>,
  inputRequests: object,
  args: unknown,
  metaJson: string,
): Promise<string> {
  const state = { ...call, caller: caller.key, argumentsDigest: digestArguments(args) } as RequestState;
  const requestState = await parts.requestStates.encode(state, parts.now());
  return `{"resultType":"input_required","inputRequests":${JSON.stringify(inputRequests)},"requestState":"${requestState}","_meta":${metaJson}}`;
}

async function openState(exchange: Exchange, text: string, tool: string, args: unknown): Promise<RequestState | EngineResponse> {
  const { parts, caller, message } = exchange;
  try {
    const state = await parts.requestStates.decode(text, parts.now());
    if (state.caller !== caller.key) throw new RequestStateError("belongs to another caller");
    if (caller.claims !== undefined && state.callId !== caller.claims.call) throw new RequestStateError("belongs to another call");
    if (state.tool !== tool) throw new RequestStateError("belongs to another tool");
    if (state.argumentsDigest !== digestArguments(args)) throw new RequestStateError("belongs to other arguments");
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
