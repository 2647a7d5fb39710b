// Junk for the token reader: `pnpm fuzz token [count] [--seed n]`, over the built package. Each input starts from a token
// that a real key signed, or from nothing, and is bent at random. Every one must be refused with an AuthError, within
// 50 ms, unless it is a valid token to the byte. The seed is printed, so a finding can be had again.

import { createPrivateKey, createPublicKey, randomInt } from "node:crypto";
import { AuthError, CALL_TOKEN_TYPE, signCallToken, verifyCallToken } from "../packages/core/dist/index.js";

const SLOW_MS = 50;
const NOW_S = 1_900_000_000;
const REALM = { issuer: "https://run.example.com", tenant: "acme", audiences: ["https://shop.example.com/mcp"], nowMs: NOW_S * 1_000 };

const [suite, ...rest] = process.argv.slice(2);
const seedAt = rest.indexOf("--seed");
const seed = seedAt === -1 ? randomInt(2 ** 31) : Number(rest[seedAt + 1]);
const count = seedAt === 0 || rest.length === 0 ? 1_000_000 : Number(rest[0]);
if (suite !== "token" || !Number.isSafeInteger(count) || !Number.isSafeInteger(seed)) {
  console.error("usage: pnpm fuzz token [count] [--seed n]");
  process.exit(2);
}

// --- chance

let state = seed;
/** Mulberry32: a number below `end`. */
function below(end) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
}
const pick = (list) => list[below(list.length)];
const times = (most, make) => Array.from({ length: 1 + below(most) }, make);
const randomBytes = (length) => Buffer.from(Array.from({ length }, () => below(256)));
const base64Url = (part) => Buffer.from(part).toString("base64url");

// --- valid tokens

// The key is of the seed too (RFC 8410 section 7 around 32 bytes), and so is each token to the byte.
const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), randomBytes(32)]);
const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, { name: "Ed25519" }, false, ["sign"]);
const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" })).export({ format: "der", type: "spki" });
const publicKey = await crypto.subtle.importKey("spki", spki, { name: "Ed25519" }, false, ["verify"]);
const kid = base64Url(randomBytes(32));
const findKey = async (wanted) => (wanted === kid ? publicKey : undefined);

const COMMON = {
  iss: REALM.issuer,
  aud: REALM.audiences[0],
  sub: "user:alice",
  tenant: REALM.tenant,
  act: { sub: "agent:helper" },
  agent: "helper",
  iat: NOW_S,
  exp: NOW_S + 60,
};
const CALL = { call: "c1", idk: base64Url(randomBytes(32)), att: 1, tool: "refund", args_s256: base64Url(randomBytes(32)) };
const CLAIMS = [
  { ...COMMON, ...CALL, jti: "1" },
  { ...COMMON, ...CALL, jti: "2", txn: "run-1", ctx: { plan: "free", limits: [1, 2.5, null, true], "naïve ключ": "☃" } },
  { ...COMMON, mth: "tools/list", jti: "3" },
  { ...COMMON, ...CALL, jti: "4", nbf: NOW_S - 1, sub: 'quote " and back\\slash \u{1f600}' },
];
const TOKENS = await Promise.all(CLAIMS.map((claims) => signCallToken(claims, privateKey, kid)));
const VALID = new Set(TOKENS);

// --- ways to bend them

const STRANGE_TEXT = [
  "\ufeff",
  "\u0000",
  "\ud800",
  "\udfff",
  "\u202e",
  "ａ",
  "е",
  "\u0301",
  "\u{1f600}",
  "\u2028",
  "\n",
  " ",
  "\t",
  "%2e",
  "=",
  "+",
  "/",
  ".",
];
const STRANGE_JSON = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "null",
  "1e999",
  "-0",
  '"\\ud800"',
  "\\u0000",
  "//",
  "'",
  "NaN",
  "01",
  "\ufeff",
];
const STRANGE_VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e30,
  2 ** 53,
  "",
  " ",
  "\u0000",
  [],
  {},
  [[]],
  "__proto__",
  "constructor",
  "a".repeat(300),
  { sub: {} },
  { toString: 1 },
  { length: 3 },
  [REALM.issuer],
  `${REALM.audiences[0]}/`,
  "EdDSA ",
  "none",
  NOW_S - 1_000,
  NOW_S + 1_000,
  String(NOW_S),
];

const parts = () => pick(TOKENS).split(".");
const spliced = (text, put, cut = below(4)) => {
  const at = below(text.length + 1);
  return text.slice(0, at) + put + text.slice(at + cut);
};
const flipped = (part) => {
  const bytes = Buffer.from(part);
  for (const at of times(3, () => below(bytes.length))) bytes[at] ^= 1 << below(8);
  return bytes;
};

/** One of the first two parts, read, bent by `bend` and written again; the signature stays what it was. */
function rewritten(bend) {
  const all = parts();
  const at = below(2);
  all[at] = base64Url(bend(Buffer.from(all[at], "base64url")));
  return all.join(".");
}
const asText = (bend) => rewritten((bytes) => bend(bytes.toString()));
const asObject = (bend) => asText((text) => JSON.stringify(bend(JSON.parse(text))));
const withSignature = (bend) => {
  const [header, payload, signature] = parts();
  return `${header}.${payload}.${base64Url(bend(Buffer.from(signature, "base64url")))}`;
};

const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
function plusGroupOrder(signature) {
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + GROUP_ORDER;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse()]);
}

/** Each way by its name; a finding names the way it was made. */
const WAYS = {
  "bit flips in the text": () => flipped(pick(TOKENS)).toString("latin1"),
  "bit flips in a part": () => rewritten(flipped),
  "bit flips in the signature": () => withSignature(flipped),
  "a cut": () => pick(TOKENS).slice(0, below(700)),
  "a cut at the front": () => pick(TOKENS).slice(1 + below(50)),
  "an insertion": () => spliced(pick(TOKENS), pick(TOKENS).slice(below(400)).slice(0, below(20))),
  "strange text": () => times(3, () => pick(STRANGE_TEXT)).reduce((text, put) => spliced(text, put), pick(TOKENS)),
  "swapped parts": () => Array.from({ length: pick([2, 3, 3, 3, 3, 4, 5]) }, () => pick(parts())).join("."),
  "parts of several tokens": () => [0, 1, 2].map((at) => parts()[at]).join("."),
  "strange JSON": () => asText((text) => times(3, () => pick(STRANGE_JSON)).reduce((bent, put) => spliced(bent, put), text)),
  "strange text in JSON": () => asText((text) => spliced(text, pick(STRANGE_TEXT))),
  "a changed member": () => asObject((object) => ({ ...object, [pick(Object.keys(object))]: pick(STRANGE_VALUES) })),
  "a changed member of any name": () =>
    asObject((object) => ({ ...object, [`${pick(STRANGE_TEXT)}${pick(["sub", "aud", "crit", "b64", ""])}`]: pick(STRANGE_VALUES) })),
  "a lost member": () => asObject((object) => ({ ...object, [pick(Object.keys(object))]: undefined })),
  "another subject": () => asObject((object) => ({ ...object, sub: `user:${below(1e6)}` })),
  "a repeated member": () =>
    asText((text) => {
      const name = pick(Object.keys(JSON.parse(text)));
      const escaped = pick([name, `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`]);
      return text.replace("{", () => `{"${escaped}":${JSON.stringify(pick(STRANGE_VALUES))},`);
    }),
  "a prototype": () =>
    asText((text) => text.replace("{", () => `{"${pick(["__proto__", "\\u005f_proto__", "constructor"])}":{"sub":"x"},`)),
  "deep nesting": () => {
    const depth = 1 + below(pick([10, 100, 3_000, 50_000]));
    const [open, close] = pick([
      ["[", "]"],
      ['{"a":', "}"],
      ["[", ""],
    ]);
    return asText((text) => text.replace(/}$/, () => `,"deep":${open.repeat(depth)}1${close.repeat(depth)}}`));
  },
  "a long token": () => asObject((object) => ({ ...object, pad: "a".repeat(below(pick([6_000, 12_000, 200_000]))) })),
  "a header of one's own": () => {
    const header = {
      alg: pick(["EdDSA", "Ed25519", "none", "HS256", "HS512", "ES256"]),
      typ: CALL_TOKEN_TYPE,
      kid: pick([kid, base64Url(randomBytes(32))]),
    };
    return [base64Url(JSON.stringify(header)), parts()[1], base64Url(randomBytes(64))].join(".");
  },
  "the order of the group added": () => withSignature(plusGroupOrder),
  "a signature of another length": () => withSignature((bytes) => Buffer.concat([bytes, bytes]).subarray(0, below(128))),
  "padding and the other alphabet": () =>
    parts()
      .map((part) => pick([part, `${part}=`, `${part}==`, part.replace(/[-_]/, "+"), part.replace("A", "/")]))
      .join("."),
  "the last letter changed": () => pick(TOKENS).slice(0, -1) + pick([..."ABCDEFGHQRSTghijwxyz-_"]),
  "random bytes in parts": () => [0, 1, 2].map((at) => (at < 2 ? base64Url(randomBytes(below(80))) : base64Url(randomBytes(64)))).join("."),
  "random text": () => randomBytes(below(200)).toString(pick(["latin1", "utf8", "utf16le", "base64", "hex"])),
  "random parts of JSON": () =>
    [pick(STRANGE_VALUES), pick(STRANGE_VALUES)]
      .map((value) => base64Url(JSON.stringify(value)))
      .concat(parts()[2])
      .join("."),
};
const NAMES = Object.keys(WAYS);

// --- the run

async function refusalOf(token) {
  const startMs = performance.now();
  const refusal = await verifyCallToken(token, { ...REALM, findKey }).then(
    () => "accepted",
    (error) => (error instanceof AuthError ? error.code : error),
  );
  return { refusal, ms: performance.now() - startMs };
}

/** Time as the input costs it, not as a busy machine does: a slow one is tried again, and its best time counts. */
async function judged(token) {
  const first = await refusalOf(token);
  let { ms } = first;
  for (let retry = 0; ms >= SLOW_MS / 2 && retry < 5; retry += 1) ms = Math.min(ms, (await refusalOf(token)).ms);
  return { ...first, ms };
}

const found = { accepted: 0, others: 0, slow: 0 };
const codes = new Map();
let slowestMs = 0;

function note(kind, way, token, what) {
  found[kind] += 1;
  if (found[kind] <= 5) console.error(`${kind}: ${way}: ${what}: ${JSON.stringify(token.slice(0, 2_000))}`);
}

console.log(`fuzz token: ${count} inputs in ${NAMES.length} ways, seed ${seed}`);
for (const token of TOKENS) {
  if ((await refusalOf(token)).refusal !== "accepted") throw new Error("a valid token was refused; the run would prove nothing");
}
const startMs = performance.now();
for (let done = 1; done <= count; done += 1) {
  const way = pick(NAMES);
  let token = WAYS[way]();
  // What came out as it went in proves nothing.
  while (VALID.has(token)) token = WAYS[way]();
  const { refusal, ms } = await judged(token);
  slowestMs = Math.max(slowestMs, ms);
  if (refusal === "accepted") note("accepted", way, token, "was accepted");
  else if (typeof refusal !== "string") note("others", way, token, String(refusal));
  else codes.set(refusal, (codes.get(refusal) ?? 0) + 1);
  if (ms >= SLOW_MS) note("slow", way, token, `took ${ms.toFixed(1)} ms`);
  if (done % 100_000 === 0) console.log(`${done} inputs, ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
}

console.log(
  [...codes]
    .sort(([, a], [, b]) => b - a)
    .map(([code, times]) => `${code} ${times}`)
    .join(", "),
);
console.log(`fuzz token: ${count} inputs, ${found.accepted} accepted, ${found.others} other errors, slowest ${slowestMs.toFixed(1)} ms`);
process.exitCode = found.accepted + found.others + found.slow === 0 ? 0 : 1;
