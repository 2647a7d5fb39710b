// Values of a path that try to leave it, with credentials on board: refused, or encoded so that the line keeps its base.

import { documentOf } from "./build.mjs";

const document = ({ old, ...parameter } = {}) =>
  documentOf(
    { parameters: [{ name: "id", in: "path", required: true, schema: {}, ...parameter }] },
    // `allowReserved` came to paths with 3.2.
    { path: "/records/{id}/detail", version: parameter.allowReserved === true && old !== true ? "3.2.0" : "3.1.1" },
  );

/** The value, and what stands for it in the line; undefined where it is refused. */
const VALUES = [
  ["..", undefined],
  [".", undefined],
  ["", undefined],
  [null, undefined],
  [[], undefined],
  [[".."], undefined],
  ["%2e%2e", "%252e%252e"],
  [".%2e", ".%252e"],
  ["%2E", "%252E"],
  ["..%2f", "..%252f"],
  ["../../admin/config", "..%2F..%2Fadmin%2Fconfig"],
  ["a/../b", "a%2F..%2Fb"],
  ["/../..", "%2F..%2F.."],
  ["\\..", "%5C.."],
  ["..\\", "..%5C"],
  ["..;", "..%3B"],
  ["..\t", "..%09"],
  [".\n.", ".%0A."],
  ["．．", "%EF%BC%8E%EF%BC%8E"],
  ["...", "..."],
  ["a?admin=1", "a%3Fadmin%3D1"],
  ["a#f", "a%23f"],
  ["//evil.test", "%2F%2Fevil.test"],
  ["http://evil.test/", "http%3A%2F%2Fevil.test%2F"],
  ["@evil.test", "%40evil.test"],
  ["a HTTP/1.1\r\nHost: evil.test\r\n\r\n", "a%20HTTP%2F1.1%0D%0AHost%3A%20evil.test%0D%0A%0D%0A"],
];

const plain = VALUES.map(([value, text]) => toCase(JSON.stringify(value), {}, value, text));

/** Other styles put something before the value, or let more of it pass. */
const styled = [
  ["a label of one dot", { style: "label" }, ".", undefined],
  ["a label of nothing", { style: "label" }, "", undefined],
  ["a label of two nothings", { style: "label", explode: true }, ["", ""], undefined],
  ["a matrix of two dots", { style: "matrix" }, "..", ";id=.."],
  ["a list of dots", {}, ["..", ".."], "..,.."],
  ["reserved, a path", { allowReserved: true }, "a/../b", "a%2F..%2Fb"],
  ["reserved, encoded dots", { allowReserved: true }, "%2e%2E", undefined],
  ["reserved, an encoded slash", { allowReserved: true }, "..%2F..", "..%2F.."],
  ["reserved, where it does not count yet", { allowReserved: true, old: true }, "..%2F..", "..%252F.."],
  ["reserved, a query and a fragment", { allowReserved: true }, "a?b#c", "a%3Fb%23c"],
].map(([name, parameter, value, text]) => toCase(name, parameter, value, text));

export const climbing = [...plain, ...styled];

function toCase(name, parameter, value, text) {
  return {
    name: `a path that would climb: ${name}`,
    source: "WHATWG URL, path state; RFC 3986 section 5.2.4",
    document: document(parameter),
    options: { headers: { "x-key": "secret" } },
    args: { id: value },
    expect: text === undefined ? "refused" : { line: `GET /v1/records/${text}/detail`, headers: { "x-key": "secret" } },
  };
}
