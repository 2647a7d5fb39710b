// Where our answer differs from the oracle's, and why that is meant: the row of the behaviour checklist it follows.
// `ours` is what the checklist requires, so a change of ours that breaks it shows up here as well as one of theirs.

export interface Difference {
  readonly ours: string;
  readonly theirs: string;
}

export interface Reason {
  readonly reason: string;
  /** Rows of the behaviour checklist. */
  readonly rows: readonly number[];
  /** By the name of the input. */
  readonly inputs: Readonly<Record<string, Difference>>;
}

export const REASONS: readonly Reason[] = [
  {
    reason: "An answer with nothing before it is one JSON object; the oracle streams every answer of a handshake revision.",
    rows: [20],
    inputs: {
      "handshake: ping": { ours: "200 json | result, id 1", theirs: "200 stream | result, id 1" },
      "handshake: no version header": {
        ours: "200 json | tools asks big echo fails lies lists route steps, id 1",
        theirs: "200 stream | tools asks big echo fails lies lists route steps, id 1",
      },
      "handshake: unknown method": { ours: "200 json | error -32601, id 1", theirs: "200 stream | error -32601, id 1" },
      "handshake: method of an undeclared capability": { ours: "200 json | error -32601, id 1", theirs: "200 stream | error -32601, id 1" },
      "handshake: tools/list": {
        ours: "200 json | tools asks big echo fails lies lists route steps, id 1",
        theirs: "200 stream | tools asks big echo fails lies lists route steps, id 1",
      },
      "handshake: call": { ours: "200 json | says hello, id 1", theirs: "200 stream | says hello, id 1" },
      "handshake: stray session headers": { ours: "200 json | says hello, id 1", theirs: "200 stream | says hello, id 1" },
      "handshake: unknown tool": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32602, id 1" },
      "handshake: tool named __proto__": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32602, id 1" },
      "handshake: tool named constructor": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32602, id 1" },
      "handshake: call without a name": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32602, id 1" },
      "handshake: arguments are an array": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32602, id 1" },
      "handshake: argument of a wrong type": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: argument missing": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: argument too many": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: handler throws": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: result breaks the output schema": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: tool has to ask": { ours: "200 json | isError, id 1", theirs: "200 stream | isError, id 1" },
      "handshake: progress without a token": { ours: "200 json | says done, id 1", theirs: "200 stream | says done, id 1" },
    },
  },
  {
    reason: "A stateless server can't announce a change of its list later, so it doesn't promise to.",
    rows: [1, 2, 40],
    inputs: {
      "handshake: initialize 2025-11-25": {
        ours: '200 json | initialized 2025-11-25 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2025-11-25 {"tools":{"listChanged":true}}, id 1',
      },
      "handshake: initialize 2025-06-18": {
        ours: '200 json | initialized 2025-06-18 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2025-06-18 {"tools":{"listChanged":true}}, id 1',
      },
      "handshake: initialize 2025-03-26": {
        ours: '200 json | initialized 2025-03-26 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2025-03-26 {"tools":{"listChanged":true}}, id 1',
      },
      "handshake: initialize 2024-11-05": {
        ours: '200 json | initialized 2024-11-05 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2024-11-05 {"tools":{"listChanged":true}}, id 1',
      },
      "handshake: initialize with an unknown version": {
        ours: '200 json | initialized 2025-11-25 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2025-11-25 {"tools":{"listChanged":true}}, id 1',
      },
      "handshake: initialize with 2026-07-28": {
        ours: '200 json | initialized 2025-11-25 {"tools":{}}, id 1',
        theirs: '200 stream | initialized 2025-11-25 {"tools":{"listChanged":true}}, id 1',
      },
      "stateless: discover": {
        ours: '200 json | discovered 2026-07-28 {"tools":{}}, id 1',
        theirs: '200 json | discovered 2026-07-28 {"tools":{"listChanged":true}}, id 1',
      },
    },
  },
  {
    reason: "Bad parameters are -32602, also those of initialize; -32603 would say that the server broke.",
    rows: [15],
    inputs: {
      "handshake: initialize without a version": { ours: "200 json | error -32602, id 1", theirs: "200 stream | error -32603, id 1" },
    },
  },
  {
    reason: "JSON-RPC allows parameters by position, so the message is one; MCP has none by position, so they are what is wrong.",
    rows: [8, 15],
    inputs: {
      "handshake: params are an array": { ours: "400 json | error -32602, id 1", theirs: "400 json | error -32600, id 1" },
      "stateless: params are an array": { ours: "400 json | error -32602, id 1", theirs: "400 json | error -32600, id 1" },
    },
  },
  {
    reason:
      "A notification that can't be accepted gets an HTTP error (2025-11-25 transports, sending messages), whatever is wrong with it.",
    rows: [3, 46],
    inputs: {
      "handshake: notification with params of an array": {
        ours: "400 json | error -32602, id null",
        theirs: "400 json | error -32600, id null",
      },
      "handshake: notification nested too deep": { ours: "400 json | error -32602, id null", theirs: "202 - | empty" },
    },
  },
  {
    reason: "The refusal of a version names the request it refuses, with the code that 2026-07-28 gave it.",
    rows: [5],
    inputs: {
      "handshake: unsupported version header": { ours: "400 json | error -32022, id 1", theirs: "400 json | error -32000, id null" },
    },
  },
  {
    reason: "No cursor was ever given out, so any cursor is unknown.",
    rows: [42],
    inputs: {
      "handshake: tools/list with an unknown cursor": {
        ours: "200 json | error -32602, id 1",
        theirs: "200 stream | tools asks big echo fails lies lists route steps, id 1",
      },
      "stateless: tools/list with an unknown cursor": {
        ours: "200 json | error -32602, id 1",
        theirs: "200 json | tools asks big echo fails lies lists route steps cacheable, id 1",
      },
    },
  },
  {
    reason: "Before 2026-07-28 structured content is an object; ours leaves out what is none, the oracle wraps it.",
    rows: [19],
    inputs: {
      "handshake: structured content is an array": {
        ours: "200 json | says [1,2], id 1",
        theirs: '200 stream | says [1,2] structured {"result":[1,2]}, id 1',
      },
    },
  },
  {
    reason: "A result is at most 1 MiB.",
    rows: [48],
    inputs: {
      "handshake: result of 2 MiB": { ours: "200 json | isError, id 1", theirs: "200 stream | says xxxxxxxxxxxxxxxxxxxx…, id 1" },
      "stateless: result of 2 MiB": { ours: "200 json | isError, id 1", theirs: "200 json | says xxxxxxxxxxxxxxxxxxxx…, id 1" },
    },
  },
  {
    reason: "Whoever takes JSON, or does not say, is served JSON; progress that can't be sent is dropped.",
    rows: [33],
    inputs: {
      "handshake: Accept missing": { ours: "200 json | result, id 1", theirs: "406 json | error -32000, id null" },
      "handshake: Accept */*": { ours: "200 json | result, id 1", theirs: "406 json | error -32000, id null" },
      "handshake: Accept JSON only": { ours: "200 json | result, id 1", theirs: "406 json | error -32000, id null" },
      "handshake: Accept JSON only, with progress": { ours: "200 json | says done, id 1", theirs: "406 json | error -32000, id null" },
      "stateless: Accept JSON only, with progress": {
        ours: "200 json | says done, id 1",
        theirs: "200 stream | progress 7 > progress 7 > says done, id 1",
      },
    },
  },
  {
    reason: "Whoever takes a stream only is served a stream.",
    rows: [33],
    inputs: {
      "stateless: Accept stream only": { ours: "200 stream | says hello, id 1", theirs: "200 json | says hello, id 1" },
    },
  },
  {
    reason: "A batch belongs to 2025-03-26 and before, is answered by an array, member by member, and has at most 32 messages.",
    rows: [30],
    inputs: {
      "handshake: batch at 2025-03-26": {
        ours: "200 json | [result, id 1, result, id 2]",
        theirs: "200 stream | result, id 1 > result, id 2",
      },
      "handshake: batch without a version header": {
        ours: "200 json | [result, id 1, result, id 2]",
        theirs: "200 stream | result, id 1 > result, id 2",
      },
      "handshake: batch with a member that is no message": {
        ours: "200 json | [result, id 1, error -32600, id null]",
        theirs: "400 json | error -32600, id null",
      },
      "handshake: batch at 2025-06-18": { ours: "400 json | error -32600, id null", theirs: "200 stream | result, id 1 > result, id 2" },
      "handshake: batch at 2025-11-25": { ours: "400 json | error -32600, id null", theirs: "200 stream | result, id 1 > result, id 2" },
      "handshake: batch of 33": {
        ours: "400 json | error -32600, id null",
        theirs: "200 stream | result, id 0 > result, id 1 > result, id 2 > result, id 3 > and 29 more",
      },
    },
  },
  {
    reason: "What is no request or notification is -32600; nothing was asked of the client, so no response can be meant for us.",
    rows: [31],
    inputs: {
      "handshake: a response is posted": { ours: "400 json | error -32600, id 1", theirs: "202 - | empty" },
      "stateless: batch": { ours: "400 json | error -32600, id null", theirs: "400 json | error -32000, id null" },
      "stateless: a response is posted": { ours: "400 json | error -32600, id 1", theirs: "400 json | error -32000, id null" },
    },
  },
  {
    reason: "A header that repeats an argument which is not there contradicts the body.",
    rows: [11],
    inputs: {
      "stateless: header of an absent argument": { ours: "400 json | error -32020, id 1", theirs: "200 json | says to eu, id 1" },
    },
  },
  {
    reason: "Hostile arguments are refused, not passed on or half dropped.",
    rows: [46],
    inputs: {
      "stateless: argument named __proto__": { ours: "200 json | isError, id 1", theirs: "200 json | says hello, id 1" },
      "stateless: arguments nested 20,000 deep": { ours: "400 json | error -32602, id 1", theirs: "200 json | isError, id 1" },
    },
  },
  {
    reason: "A request state is only what this server signed; the oracle checks one only if told how.",
    rows: [39],
    inputs: {
      "stateless: request state that nobody wrote": { ours: "200 json | error -32602, id 1", theirs: "200 json | input_required, id 1" },
    },
  },
  {
    reason:
      "HTTP refuses before a message was read, so the body has no id; its code stays clear of the range that new code should not use.",
    rows: [27, 32, 36, 50],
    inputs: {
      "http: GET": { ours: "405 json | allow POST | error -31403, no id", theirs: "405 json | allow POST | error -32000, id null" },
      "http: DELETE": { ours: "405 json | allow POST | error -31403, no id", theirs: "405 json | allow POST | error -32000, id null" },
      "http: PUT": { ours: "405 json | allow POST | error -31403, no id", theirs: "405 json | allow POST | error -32000, id null" },
      "http: OPTIONS": { ours: "405 json | allow POST | error -31403, no id", theirs: "405 json | allow POST | error -32000, id null" },
      "http: text/plain": { ours: "415 json | error -31403, no id", theirs: "415 json | error -32000, id null" },
      "http: no content type": { ours: "415 json | error -31403, no id", theirs: "415 json | error -32000, id null" },
      "http: application/json-patch+json": { ours: "415 json | error -31403, no id", theirs: "415 json | error -32000, id null" },
      "http: body of 5 MiB": { ours: "413 json | error -31403, no id", theirs: "413 json | error -32000, id null" },
    },
  },
  {
    reason: "A compressed body is not read.",
    rows: [36],
    inputs: {
      "http: compressed body": { ours: "415 json | error -31403, no id", theirs: "200 json | says hello, id 1" },
    },
  },
  {
    reason:
      "Pages of other origins, and names that only seem to be this host, may not call a local server; the oracle leaves that to a middleware.",
    rows: [34, 35],
    inputs: {
      "http: foreign Origin": { ours: "403 json | error -31403, no id", theirs: "200 json | says hello, id 1" },
      "http: Origin null": { ours: "403 json | error -31403, no id", theirs: "200 json | says hello, id 1" },
      "http: foreign Host": { ours: "403 json | error -31403, no id", theirs: "200 json | says hello, id 1" },
    },
  },
  {
    reason: "The id is echoed where it is a string or a whole number, and only there.",
    rows: [29],
    inputs: {
      "http: id is a fraction": { ours: "400 json | error -32600, id null", theirs: "400 json | error -32600, id 1.5" },
      "http: no method": { ours: "400 json | error -32600, id 1", theirs: "400 json | error -32600, id null" },
      "http: method is a number": { ours: "400 json | error -32600, id 1", theirs: "400 json | error -32600, id null" },
    },
  },
];
