// Whether what the server saw is what a case expects: the number of requests, and of each its line, all of its headers
// and every byte of its body.

import { PLATFORM_LIMITS } from "./platform-limits.mjs";

/** Headers a runtime writes by itself; they are about the connection and not about the call. */
const OF_THE_RUNTIME = [
  "host",
  "connection",
  "user-agent",
  "accept-encoding",
  "accept-language",
  "sec-fetch-mode",
  "content-length",
  "transfer-encoding",
];

const ACCEPT = "application/json, */*;q=0.5";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS", "QUERY"];

/** @returns what is wrong, and where the platform can't do it, why */
export function judge(one, record, runtime) {
  const limit = PLATFORM_LIMITS.find(({ name, on }) => name === one.name && on[runtime] !== undefined);
  const problems = compare(one.expect, record);
  if (limit === undefined) return { problems };
  if (problems.length === 0) return { problems: [`it works here, so its platform limit is stale: ${limit.reason}`] };
  return { problems: compare(limit.on[runtime], record), limit: limit.reason };
}

function compare(expect, { requests, outcomes }) {
  const broken = outcomes.filter((outcome) => outcome.broken !== undefined).map((outcome) => `the client broke: ${outcome.broken}`);
  if (broken.length > 0) return broken;
  const wanted = expect === "refused" ? { requests: [], refused: true } : Array.isArray(expect.requests) ? expect : { requests: [expect] };
  const last = outcomes.at(-1) ?? {};
  const problems = [];
  if (wanted.requests.length !== requests.length)
    problems.push(
      `${wanted.requests.length} requests expected, ${requests.length} seen: ${requests.map(({ origin, line }) => `${origin} ${line}`).join(", ")}`,
      ...(last.refused === undefined ? [] : [`refused: ${last.refused}`]),
    );
  else problems.push(...wanted.requests.flatMap((request, index) => compareRequest(request, requests[index])));
  const isRefused = last.refused !== undefined || last.isError === true;
  // Refused by us, before anything is sent; not by a runtime that could not send it.
  if (expect === "refused" && last.refused?.includes("could not be reached") === true)
    problems.push("the runtime refused it, and not the tool");
  if ((wanted.refused === true) !== isRefused) problems.push(`the call ${isRefused ? "was" : "was not"} refused: ${JSON.stringify(last)}`);
  if (wanted.says !== undefined && !(last.refused ?? last.text ?? "").includes(wanted.says))
    problems.push(`said:     ${last.refused ?? last.text}\nexpected: ${wanted.says}`);
  return problems;
}

function compareRequest({ origin = "own", line, headers = {}, body = "" }, seen) {
  const [method] = line.split(" ");
  const usual = { accept: ACCEPT, ...(SAFE_METHODS.includes(method) ? {} : { "idempotency-key": "key-1" }) };
  const wantedHeaders = present({ ...usual, ...headers });
  const seenHeaders = headersOf(seen);
  const boundary = /boundary=(\S+)$/.exec(seenHeaders["content-type"] ?? "")?.[1];
  const named = (text) => (boundary === undefined ? text : text.replaceAll(boundary, "BOUNDARY"));
  if (boundary !== undefined) seenHeaders["content-type"] = named(seenHeaders["content-type"]);
  // A server gives each call a key of its own, which nobody can know before.
  for (const [name, value] of Object.entries(wantedHeaders)) if (value === "ANY" && seenHeaders[name]) seenHeaders[name] = "ANY";
  return [
    differ("origin", origin, seen.origin),
    differ("line", line, seen.line),
    differ("headers", toLines(wantedHeaders), toLines(seenHeaders)),
    differ("body", toBytes(body), named(seen.body.toString("latin1"))),
  ].filter((problem) => problem !== undefined);
}

function present(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null));
}

/** By their names in lower case; one that came twice keeps both. */
function headersOf({ rawHeaders }) {
  const headers = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index].toLowerCase();
    if (OF_THE_RUNTIME.includes(name)) continue;
    headers[name] = headers[name] === undefined ? rawHeaders[index + 1] : `${headers[name]} | ${rawHeaders[index + 1]}`;
  }
  return headers;
}

function toLines(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(", ");
}

/** Text, `{ base64 }`, or both in a row, as bytes that print. */
function toBytes(body) {
  if (Array.isArray(body)) return body.map(toBytes).join("");
  return (typeof body === "string" ? Buffer.from(body) : Buffer.from(body.base64, "base64")).toString("latin1");
}

function differ(what, expected, seen) {
  return expected === seen ? undefined : `${what} expected: ${JSON.stringify(expected)}\n${what} seen:     ${JSON.stringify(seen)}`;
}
