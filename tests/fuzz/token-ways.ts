// Ways to bend a valid token, each by its name; a finding names the way it was made.

import { CALL_TOKEN_TYPE } from "@toolcrib/core";
import type { Chance } from "./chance.ts";
import { base64Url, NOW_S, REALM, type ValidTokens } from "./token-valid.ts";

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
const STRANGE_VALUES: readonly unknown[] = [
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

export function waysToBend({ tokens, kid }: ValidTokens, { below, pick, times, bytes }: Chance): Readonly<Record<string, () => string>> {
  const parts = () => pick(tokens).split(".");
  const spliced = (text: string, put: string, cut = below(4)) => {
    const at = below(text.length + 1);
    return text.slice(0, at) + put + text.slice(at + cut);
  };
  const flipped = (part: string | Uint8Array): Buffer => {
    const copy = Buffer.from(part);
    for (const at of times(3, () => below(copy.length))) copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    return copy;
  };

  /** One of the first two parts, read, bent by `bend` and written again; the signature stays what it was. */
  function rewritten(bend: (part: Buffer) => string | Uint8Array): string {
    const all = parts();
    const at = below(2);
    all[at] = base64Url(bend(Buffer.from(all[at] ?? "", "base64url")));
    return all.join(".");
  }
  const asText = (bend: (text: string) => string) => rewritten((part) => bend(part.toString()));
  const asObject = (bend: (object: Readonly<Record<string, unknown>>) => object) =>
    asText((text) => JSON.stringify(bend(JSON.parse(text))));
  const withSignature = (bend: (signature: Buffer) => Uint8Array) => {
    const [header, payload, signature] = parts();
    return `${header}.${payload}.${base64Url(bend(Buffer.from(signature ?? "", "base64url")))}`;
  };

  const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
  function plusGroupOrder(signature: Buffer): Buffer {
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + GROUP_ORDER;
    return Buffer.concat([signature.subarray(0, 32), Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse()]);
  }

  /** Each way by its name; a finding names the way it was made. */
  const ways: Readonly<Record<string, () => string>> = {
    "bit flips in the text": () => flipped(pick(tokens)).toString("latin1"),
    "bit flips in a part": () => rewritten(flipped),
    "bit flips in the signature": () => withSignature(flipped),
    "a cut": () => pick(tokens).slice(0, below(700)),
    "a cut at the front": () => pick(tokens).slice(1 + below(50)),
    "an insertion": () => spliced(pick(tokens), pick(tokens).slice(below(400)).slice(0, below(20))),
    "strange text": () => times(3, () => pick(STRANGE_TEXT)).reduce((text, put) => spliced(text, put), pick(tokens)),
    "swapped parts": () => Array.from({ length: pick([2, 3, 3, 3, 3, 4, 5]) }, () => pick(parts())).join("."),
    "parts of several tokens": () => [0, 1, 2].map((at) => parts()[at] ?? "").join("."),
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
      const [open, close] = pick<readonly [string, string]>([
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
        kid: pick([kid, base64Url(bytes(32))]),
      };
      return [base64Url(JSON.stringify(header)), parts()[1], base64Url(bytes(64))].join(".");
    },
    "the order of the group added": () => withSignature(plusGroupOrder),
    "a signature of another length": () => withSignature((signature) => Buffer.concat([signature, signature]).subarray(0, below(128))),
    "padding and the other alphabet": () =>
      parts()
        .map((part) => pick([part, `${part}=`, `${part}==`, part.replace(/[-_]/, "+"), part.replace("A", "/")]))
        .join("."),
    "the last letter changed": () => pick(tokens).slice(0, -1) + pick([..."ABCDEFGHQRSTghijwxyz-_"]),
    "random bytes in parts": () => [0, 1, 2].map((at) => (at < 2 ? base64Url(bytes(below(80))) : base64Url(bytes(64)))).join("."),
    "random text": () => bytes(below(200)).toString(pick<BufferEncoding>(["latin1", "utf8", "utf16le", "base64", "hex"])),
    "random parts of JSON": () =>
      [pick(STRANGE_VALUES), pick(STRANGE_VALUES)]
        .map((value) => base64Url(JSON.stringify(value)))
        .concat(parts()[2] ?? "")
        .join("."),
  };
  return ways;
}
