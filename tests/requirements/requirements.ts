// Every promise of the chapters on the tool contract (§3), the wire (§4) and identity (§5), of the OpenAPI adapter and of the gateway (§6): its id, where it is promised, and
// in words what a user can rely on. A test claims an id by writing [id] into its title; a promise that no test can
// claim yet names the part that brings it. requirements.test.ts fails on an unknown id, on one with neither, and on
// one with both.

/** Parts still to be built. */
export type Part = "ledger" | "code mode";

export interface Requirement {
  readonly source: "design §3" | "design §4" | "design §5" | "design §6" | "openapi" | "bad input";
  readonly promise: string;
  readonly later?: Part;
}

const tool = (promise: string, later?: Part): Requirement => ({ source: "design §3", promise, ...(later === undefined ? {} : { later }) });
const wire = (promise: string, later?: Part): Requirement => ({ source: "design §4", promise, ...(later === undefined ? {} : { later }) });
const identity = (promise: string): Requirement => ({ source: "design §5", promise });
const hostile = (promise: string): Requirement => ({ source: "bad input", promise });
const gateway = (promise: string): Requirement => ({ source: "design §6", promise });
const openapi = (promise: string): Requirement => ({ source: "openapi", promise });

export const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  // The declaration
  "tool.arguments-inferred": tool(
    "Argument types are inferred from TypeBox, Zod 4, ArkType, Valibot and, as unknown members, plain JSON Schema",
  ),
  "tool.contract-defaults": tool("What an author leaves out has the documented default"),
  "tool.contract-travels": tool("Effects, idempotency, approval, exposure, timeout, attempts and asking travel in the contract"),
  "tool.contract-in-list": tool('The contract is in tools/list, as _meta["agent-runtime/tool"] and as MCP annotations'),
  "tool.annotations-from-one-table": tool("One table turns effects into annotations"),
  "tool.exposure-travels": tool("A plain server lists and calls every tool whatever its exposure"),
  "tool.exposure-default": tool("Without an exposure the size of the source decides", "code mode"),
  "tool.name-wins": tool("A name in the definition wins over the file's name or the record's key"),
  "tool.bad-values-refused-at-start": tool("A value out of range is refused at start, with the way out"),
  "tool.old-names": tool("A field under the name another library gives it is a start-up error that says ours"),
  "tool.idempotency-none-needs-effects-none": tool('idempotency "none" is legal only with effects "none"'),
  "tool.all-problems-listed": tool("Starting lists every problem of every tool at once"),
  "tool.load-tools": tool("loadTools(dir) reads one file per tool and lists every duplicate and illegal name"),
  "tool.env-checked-at-start": tool("Missing env values are a start-up error that lists all of them"),
  "tool.env-declared-only": tool("context.env holds the declared names only"),
  // Schemas
  "tool.published-dialect": tool("TypeBox and Standard Schemas are published as JSON Schema 2020-12 without $schema"),
  "tool.objects-closed": tool("Objects are closed where the author said nothing"),
  "tool.allof-stays-open": tool("Branches of allOf stay open and the object around them gets unevaluatedProperties: false"),
  "tool.plain-schema-unchanged": tool("A plain JSON Schema is published unchanged"),
  "tool.published-is-judged": tool("Arguments are judged by the very schema that is published"),
  "tool.no-code-generation": tool("The interpreter generates no code"),
  "tool.standard-schema-after": tool("A Standard Schema's own validate runs after the interpreter, transforms, and can only refuse more"),
  "tool.defaults-filled": tool("Defaults of TypeBox and plain JSON Schema are filled in along properties; a Standard Schema fills its own"),
  "tool.object-root": tool("An input that is no object is refused at start"),
  "tool.arguments-checked-first": tool("Arguments are checked before the handler runs"),
  "tool.every-failing-path-named": tool("Every failing path is named"),
  // Approval and asking
  "tool.predicate-throws-means-approval": tool("An approval predicate that throws means that approval is needed"),
  "tool.approval-not-configured": tool("Where nobody can approve, a tool that needs approval never runs"),
  "tool.ask-before-execute": tool("ask runs before execute, again after each answer, and execute reads the same answers"),
  "tool.ask-rounds-bounded": tool("A call asks at most 8 times"),
  "tool.form-is-flat": tool("A form is a flat object schema as MCP's elicitation allows"),
  "tool.answers-checked": tool("Each answer is checked against its form"),
  "tool.ask-declined": tool("Declined or cancelled: the tool does not run, class aborted"),
  "tool.round-is-no-attempt": tool("A round of asking is not an attempt", "ledger"),
  // The handler and its result
  "tool.context": tool("A handler is given the identity, the call's id and key, its env, its answers and a signal"),
  "tool.identity-none": tool("Where nobody is verified the identity is the anonymous one, and a key the caller sends is not believed"),
  "tool.identity-proven": tool("context.identity is what the verifier proved: tenant, agent, subject, actor, context"),
  "tool.results": tool(
    "A string is text, an object structured content and its text, nothing is empty; content is only what our constructors made",
  ),
  "tool.output-checked": tool("A result that does not fit the output schema fails the call, without structured content"),
  "tool.result-limit": tool("A result is at most 1 MiB of JSON"),
  "tool.model-view": tool("The gateway lets the model read 32,000 characters and keeps the whole", "ledger"),
  "tool.throwing": tool("Throwing tells the model why, word for word up to 2,000 characters, env values masked, no stack"),
  "tool.on-error": tool("onError gives the author everything"),
  "tool.failure-classes": tool("A failure has one of nine classes, unknown unless the error carries one"),
  "tool.error-class-in-text-and-meta": tool("The class stands in the text and in _meta"),
  "tool.deadline": tool("Past the deadline the call ends with a fixed text: no effect, or outcome unknown"),
  "tool.progress-restarts-deadline": tool("Each progress restarts the wait, up to 20 minutes in all"),
  "tool.signal-reason": tool("The signal is aborted with a reason that carries a code"),
  "tool.abandoned-handler": tool("What a handler does after its deadline changes nothing and is never an unhandled rejection"),
  "tool.recorded-once": tool("A completed call is recorded under its key and never runs again", "ledger"),
  "tool.repeated-without-store": tool("Without a store a repeated request runs again under the same key"),
  "tool.lost-attempt": tool("What runs again after a lost attempt follows from effects and idempotency", "ledger"),
  "tool.max-attempts": tool("maxAttempts bounds the starts of one key", "ledger"),
  // The wire: revisions and messages
  "wire.handshake-revisions": wire("Every handshake revision back to 2024-11-05 is served"),
  "wire.discover": wire("server/discover is served"),
  "wire.no-version-header": wire("A request without a version is served as 2025-03-26"),
  "wire.unsupported-version": wire("An unsupported version is refused with those that are supported"),
  "wire.header-mismatch": wire("Headers that do not say what the body says are refused"),
  "wire.envelope-required": wire("A 2026-07-28 request without its envelope is refused"),
  "wire.unknown-method": wire("An unknown method of 2026-07-28 is 404"),
  "wire.unknown-tool": wire("An unknown tool is -32602 with 200; names are looked up among own names only"),
  "wire.parse-error": wire("A body that is not JSON is -32700"),
  "wire.invalid-request": wire("A message that is no request is -32600, its id echoed where it can be"),
  "wire.notification": wire("A notification is 202 without a body"),
  "wire.batch": wire("Batches are answered where they exist, bounded, and refused elsewhere"),
  "wire.no-sessions": wire("Session and event ids are ignored and never echoed"),
  "wire.meta-names": wire("The _meta names are pinned"),
  "wire.call-id-in-result": wire("Every result carries the call id"),
  "wire.structured-content": wire("Structured content that is no object goes out only in 2026-07-28"),
  "wire.x-mcp-header": wire("x-mcp-header annotations are checked at start"),
  "wire.x-mcp-header-compared": wire("An annotated argument and its header must say the same"),
  "wire.subscriptions": wire("subscriptions/listen is acknowledged first and ends with a result"),
  "wire.differential": wire("Every difference from the official SDK on the checklist's inputs is written down with its reason"),
  // The wire: answers
  "wire.json-when-quick": wire("A result that is there before anything else is plain JSON"),
  "wire.stream-when-slow": wire("After 5 s the answer becomes a stream where the client takes one"),
  "wire.heartbeat": wire("A silent stream carries a comment every 8 s"),
  "wire.heartbeat-moves-no-deadline": wire("A heartbeat moves no deadline"),
  "wire.progress": wire("Progress with a token turns the answer into a stream, in order, the result last"),
  "wire.progress-without-token": wire("Progress that can't be sent is dropped and the answer stays JSON"),
  "wire.progress-grows": wire("Progress always grows"),
  "wire.accept": wire("JSON is served whatever Accept says, never 406"),
  "wire.stream-bounded": wire("A reader that does not keep up loses progress, never the result"),
  "wire.disconnect-aborts": wire("A caller that goes away aborts context.signal"),
  "wire.disconnect-on-sockets": wire("A client that disconnects on a real socket aborts context.signal"),
  "wire.cancelled": wire("notifications/cancelled aborts the caller's own call"),
  // The wire: admission
  "wire.refusal-order": wire("Refusals come in one order"),
  "wire.loopback-only": wire("A server that verifies nobody answers only a loopback host"),
  "wire.origin": wire("An origin that is not allowed is 403"),
  "wire.cors-preflight": wire("A preflight is answered where origins are listed"),
  "wire.post-only": wire("Every method but POST is 405"),
  "wire.media-type": wire("A body that is not application/json is 415"),
  "wire.request-limit": wire("A body beyond 4 MiB is 413 and the rest is not read"),
  "wire.limits": wire("One server holds at most 5,000 tools"),
  "wire.auth-must-be-written": wire("serveTools with no way to verify is a start-up error"),
  "wire.none-said-aloud": wire("A server that verifies nobody says so at start"),
  "wire.token-verified": wire("401 on every method, before the body is read"),
  "wire.token-bound-to-body": wire("Claims about the body are checked after parsing"),
  "wire.resource-metadata": wire("The RFC 9728 document is served"),
  "wire.authenticated-key": wire("The authenticated caller's idempotency key is the call id"),
  "wire.runtime-auth": wire("runtimeAuth and runtimeIdentity accept both SDKs by structure"),
  "wire.from-mcp-server": wire("fromMcpServer accepts servers of both SDKs by structure"),
  // The wire: the engine and its adapters
  "wire.engine-pure": wire("The engine knows neither Request nor Node"),
  "wire.node-without-request": wire("The Node adapter never builds a Request"),
  "serve.parsed-body": wire("A body that a framework's parser has read is taken from request.body"),
  "serve.drain": wire("A Node server that leaves loses no call: it serves on, closes each connection with its answer, then waits"),
  "serve.rolling-restart": wire("Instances replaced in turn behind a proxy lose no call"),
  // The wire: asking
  "wire.asking": wire("A call that must ask answers with a form and a signed state, and runs when the answer comes"),
  "wire.state-bound": wire("A state is bound to caller, tool, arguments and key, and has no effect otherwise"),
  "wire.state-life": wire("A state lives 10 minutes"),
  "wire.state-keys-rotate": wire("The first state key signs, all verify"),
  "wire.random-key-said": wire("A random state key is said once at start when a tool asks or needs approval"),
  "wire.nobody-to-ask": wire("Where nobody can be asked the tool never runs, and both eras say what is missing"),
  "wire.approval-on-the-wire": wire("Approval is asked for by elicitation, marked as such"),
  "wire.asked-upstreams": wire("Only 2026-07-28 upstreams are asked through"),
  // Identity: the runtime's keys
  "keys.single-flight": identity("Fifty waiting calls cause one fetch of the keys"),
  "keys.unknown-kid": identity("An unknown kid causes at most one fetch in 30 s"),
  "keys.stale": identity("Keys that are known go on answering while their endpoint is down, for a day"),
  "keys.back-off": identity("Failed fetches back off"),
  "keys.no-redirect": identity("A redirect of the keys is not followed"),
  // Identity: callers
  "identity.claims-pinned": identity("A token's claims are pinned"),
  "identity.custom": identity("Other callers come in through the author's verify, via custom"),
  "identity.issuer-chooses": identity("The issuer of a token chooses the verifier; no falling through"),
  "identity.runtime-required": identity("A tool can require a runtime's identity"),
  "identity.scopes": identity("A tool can require scopes, and the challenge names them"),
  "identity.audience-canonical": identity("A server's URL has one spelling"),
  "identity.host-proves-nothing": identity("Off loopback a Host header alone makes no audience"),
  // OpenAPI
  "openapi.names": openapi("Names are legal, unique, at most 64 characters and the same in any order"),
  "openapi.filters": openapi("Every callable operation becomes a tool; filters and a cap are opt-in"),
  "openapi.overrides": openapi("x-mcp and options say what a tool is beyond its operation"),
  "openapi.output-not-published": openapi("A good answer is never made a failure; publishing its schema is opt-in"),
  "openapi.descriptions-bounded": openapi("Descriptions reach the model within bytes, and what is cut is reported"),
  "openapi.schemas-opened": openapi("Past the cap nothing is dropped: the deepest definitions open"),
  "openapi.credentials-no-arguments": openapi("A credential is never an argument"),
  "openapi.failures": openapi("Another status than 2xx is a failure with status, class and at most 2,000 characters"),
  "openapi.secrets-masked": openapi("Configured credentials are masked in what an API says"),
  "openapi.references-allowed": openapi("References to other documents are followed only where they are allowed"),
  "openapi.data-not-followed": openapi("What stands in data or an extension is no reference"),
  "openapi.exact-requests": openapi("A request parsed back by the specification's rules is the arguments"),
  "openapi.same-meaning": openapi("A published schema takes what the original takes, and refuses what it refuses"),
  // Bad input
  "hostile.json": hostile("JSON made to hurt ends in an error; the process survives and says nothing of its inside"),
  "hostile.names": hostile("Names made to hurt are unknown and quoted briefly"),
  "hostile.no-argument-values": hostile("No error text of ours quotes an argument's value"),
  // The gateway
  "gateway.definition": gateway("One shape for YAML, JSON and TypeScript; every problem is told at once, with its path and the way out"),
  "gateway.names": gateway("A tool is <source>__<tool>, at most 64 characters, the same however many sources there are"),
  "gateway.sealed": gateway("Secrets and private keys are sealed in the state store, whose key is never beside it"),
  "gateway.signed": gateway("Each call to a runtime source carries a token of its own, by keys that are published and rotate"),
  "gateway.no-passthrough": gateway("A caller's own credentials never travel upstream"),
  "gateway.sessions": gateway("A stateful server keeps a session for each agent; a lost one is opened anew, once"),
  "gateway.progress": gateway("Progress reaches the caller who asked for it, under its own id, and restarts the deadline"),
  "gateway.cancel": gateway("A caller that cancels ends the call at the server, and no other"),
  "gateway.held": gateway("What was accepted is held until a person accepts a change; drift is shown, tool by tool"),
  "gateway.reasons": gateway("One record decides listing and calling, and says for every tool why the model does not get it"),
  "gateway.told-once": gateway("Clients are told of a change only where the served list changed, once, after it did"),
  "gateway.isolation": gateway("A source that is dead, slow, lying, looping, oversized or flapping delays and hides no other"),
  "gateway.recovery": gateway("A source that was mended comes back without a restart"),
  "gateway.no-leak": gateway("No secret, address or socket error of a source reaches a model"),
  "gateway.allow-local": gateway("Commands, folders, loopback and plain http need allowLocal"),
  "gateway.outbound": gateway("Every URL is public https, checked on each connection and redirect, or nothing is sent"),
};
