// Every number the house promises, once, with its unit.

/** Longest request body the engine reads, in bytes. Beyond it: 413. */
export const REQUEST_MAX_BYTES = 4_194_304;

/** Longest result a handler may return, in bytes of JSON. Beyond it the call fails as `result_too_large`. */
export const RESULT_MAX_BYTES = 1_048_576;

/** How deep the JSON of a request may nest. Beyond it: -32602. Keeps every recursive reader off the stack's end. */
export const JSON_MAX_DEPTH = 64;

/** Tools one server may hold. */
export const TOOLS_MAX = 5_000;

/** Characters of a tool's name (MCP SEP-986). */
export const TOOL_NAME_MAX_CHARS = 128;

/** How long a call may stay silent, in milliseconds. Each `context.progress()` starts the wait again. */
export const CALL_TIMEOUT_MS = { default: 15_000, min: 1_000, max: 1_200_000 } as const;

/** How long a call may run in all, in milliseconds, however often it reports progress. */
export const CALL_TOTAL_MS = 1_200_000;

/** Characters of a thrown error's message that the model reads. */
export const ERROR_TEXT_MAX_CHARS = 2_000;

/** Failing paths of one set of arguments that an error names; the rest is counted. */
export const PROBLEMS_MAX = 50;

/** Errors of the schema interpreter that are put into words; half a million members of one value can fail, and nobody reads so many. */
export const SCHEMA_ERRORS_MAX = 2_000;

/** Characters of a name or value that an error quotes, from a schema or from what a caller sent as a name. */
export const QUOTE_MAX_CHARS = 200;

/** Items of an array that `uniqueItems` is checked on; comparing all pairs of a longer one would block the process. */
export const UNIQUE_ITEMS_MAX = 2_000;

/** Characters of a progress message that go on the wire. */
export const PROGRESS_MESSAGE_MAX_CHARS = 2_000;

/** How long the engine waits for a result before it answers with a stream, in milliseconds. */
export const JSON_WAIT_MS = 5_000;

/** Silence on a stream before a comment keeps the connection open, in milliseconds. Bun closes an idle socket at 10 s. */
export const HEARTBEAT_MS = 8_000;

/** Messages a stream holds for a reader that does not keep up; further progress is dropped, the result never. */
export const STREAM_QUEUE_MAX = 256;

/** Requests of one JSON-RPC batch (2025-03-26 only). */
export const BATCH_MAX = 32;

/** Open `subscriptions/listen` streams of one server. */
export const SUBSCRIPTIONS_MAX = 1_024;

/** How a Node server leaves: how long it serves on until others have noticed, and how long running calls may then take. Milliseconds. */
export const DRAIN = { graceMs: 5_000, timeoutMs: 20_000 } as const;

/** How long a browser may keep the answer to a preflight, in seconds. */
export const PREFLIGHT_MAX_AGE_S = 600;

/** How long a client may keep a tool list or a discovery, in milliseconds. */
export const LIST_TTL_MS = 5_000;

/** Characters of a call's id or idempotency key that a caller may send; a longer one is not taken. */
export const CALL_ID_MAX_CHARS = 256;

/** Questions one call may ask a person. */
export const ASK_ROUNDS_MAX = 8;

/** Life of a signed request state, in milliseconds. */
export const REQUEST_STATE_LIFE_MS = 600_000;

/** Characters of a call's arguments that a person is shown when asked for approval. */
export const APPROVAL_ARGUMENTS_MAX_CHARS = 1_000;

/** Approvals one process remembers as spent, so that none is used twice; each for the life of its state. */
export const SPENT_APPROVALS_MAX = 100_000;

/** Longest request state, in characters. */
export const REQUEST_STATE_MAX_CHARS = 65_536;

/** Shortest key that may sign a request state, in bytes. */
export const STATE_KEY_MIN_BYTES = 32;

/** Bounds of a call token. Lives are those the verifier takes; a runtime signs for 60 s. */
export const CALL_TOKEN = { maxChars: 8_192, maxDepth: 8, contextMaxChars: 2_048, maxLifeS: 300, lifeS: 60, skewS: 5 } as const;

/** When a runtime's keys are fetched, and what of them is read. Times in milliseconds. */
export const RUNTIME_KEYS = {
  /** Age up to which keys answer without a fetch. */
  freshMs: 600_000,
  /** Age up to which keys answer while newer ones can't be had. */
  staleMs: 86_400_000,
  /** Time after a successful load in which an unknown key id causes no fetch. */
  unknownCooldownMs: 30_000,
  /** How long an id that its own fetch did not bring causes no other: the max-age a runtime publishes its keys with. */
  unknownMemoryMs: 300_000,
  /** Ids remembered as not found; the oldest give way. */
  unknownMax: 256,
  /** Wait after a failed load: doubled with each failure in a row. */
  backoffFirstMs: 1_000,
  backoffMaxMs: 30_000,
  /** How long one fetch may take. */
  timeoutMs: 5_000,
  /** When a load that does not end counts as lost: Workers drop the fetches of a request that has ended. */
  loadLostMs: 10_000,
  maxBytes: 65_536,
  maxKeys: 20,
} as const;

/** Pages of a server's list of tools that the gateway asks for. */
export const LIST_PAGES_MAX = 500;

/** Characters of one page of a server's list that the gateway reads. */
export const UPSTREAM_LIST_MAX_CHARS = 16_777_216;

/** Characters of one message of a server's answer to a call: a result of {@link RESULT_MAX_BYTES}, and what stands around it. */
export const UPSTREAM_RESULT_MAX_CHARS = 1_310_720;

/**
 * A gateway's signing keys, in milliseconds: how long one signs, how long before that it is published, and how long it
 * stays published after its last token has ended. A reader looks again every ten minutes at the latest.
 */
export const SIGNING_KEY = { lifeMs: 7_776_000_000, announceMs: 86_400_000, lingerMs: 600_000 } as const;

/** Sessions a gateway holds open with one server. */
export const SESSIONS_MAX = 1_024;

/** How long a session with a server may stay unused before it is closed, in milliseconds. */
export const SESSION_IDLE_MS = 300_000;

/** How long a server may take to open a session, in milliseconds; a child process starts and compiles in it. */
export const SESSION_OPEN_TIMEOUT_MS = 30_000;

/** How long what a server speaks is remembered, in milliseconds. */
export const ERA_TTL_MS = 3_600_000;

/** When sources are listed, in milliseconds: how long a first list is waited for (less than the 5 s that many a client waits), how long any may take, how often it is asked for anew, an API's document less often, and after how long a failed one is tried again. */
export const SOURCE_LIST = {
  coldWaitMs: 4_500,
  timeoutMs: 30_000,
  everyMs: 60_000,
  documentEveryMs: 600_000,
  retryFirstMs: 1_000,
  retryMostMs: 60_000,
} as const;

/** Bytes of an OpenAPI document that is downloaded. */
export const DOCUMENT_MAX_BYTES = 67_108_864;

/** How long a call of a gateway's source may stay silent unless the source says otherwise, in milliseconds. */
export const SOURCE_TIMEOUT_MS = 60_000;

/** Bytes of a body that a gateway's API reads. */
export const API_BODY_MAX_BYTES = 1_048_576;

/** Entries of one page of a gateway's API: unless asked otherwise, and at most. */
export const API_PAGE = { default: 100, max: 1_000 } as const;

/** Keys of a gateway's API that may be tried in vain, and the milliseconds in which so many become possible again. */
export const API_KEY_TRIES = { count: 50, windowMs: 60_000 } as const;

/** How long a token of an agent or a run may live, in seconds: at least, at most, and a run's where nothing is said. */
export const AGENT_TOKEN_LIFE_S = { min: 1, max: 31_536_000, run: 86_400 } as const;

/** Callers a gateway remembers by the hash of their token; others are looked up again. */
export const AGENT_CACHE_MAX = 10_000;
