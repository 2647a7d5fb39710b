// `application/x-www-form-urlencoded` (OpenAPI 3.1.1, Encoding Object; appendix E): a space is a plus, lists repeat their
// name, other structures are JSON unless a style says how their members are named.

import { body, post } from "./build.mjs";

const FORM = "application/x-www-form-urlencoded";
const source = "OpenAPI 3.1.1, Encoding Object";

/** What, the encoding, the body, the text. */
const FORMS = [
  ["text", {}, { a: "x", b: "y" }, "a=x&b=y"],
  ["spaces and marks", {}, { a: "x y&z=1+2%é" }, "a=x+y%26z%3D1%2B2%25%C3%A9"],
  ["marks that URLSearchParams encodes too", {}, { a: "!'()~" }, "a=%21%27%28%29~"],
  ["a line", {}, { a: "x\r\ny" }, "a=x%0D%0Ay"],
  ["a name with marks", {}, { "a b[c]": "x" }, "a+b%5Bc%5D=x"],
  ["numbers and booleans", {}, { a: 0, b: false, c: 1.5 }, "a=0&b=false&c=1.5"],
  ["an empty text", {}, { a: "" }, "a="],
  ["null, which is not there", {}, { a: null, b: 1 }, "b=1"],
  ["nothing at all", {}, {}, ""],
  ["a list", {}, { a: ["x", "y z"] }, "a=x&a=y+z"],
  ["an empty list", {}, { a: [], b: 1 }, "b=1"],
  ["a list of objects", {}, { a: [{ b: 1 }, { c: 2 }] }, "a=%7B%22b%22%3A1%7D&a=%7B%22c%22%3A2%7D"],
  ["an object", {}, { a: { b: [1, "x y"] } }, "a=%7B%22b%22%3A%5B1%2C%22x+y%22%5D%7D"],
  ["a list, not exploded", { a: { explode: false } }, { a: ["x", "y z"] }, "a=x,y+z"],
  ["a list, exploded by its style", { a: { style: "form" } }, { a: ["x", "y"] }, "a=x&a=y"],
  ["a list parted by spaces", { a: { style: "spaceDelimited" } }, { a: ["x", "y"] }, "a=x%20y"],
  ["a list parted by pipes", { a: { style: "pipeDelimited", explode: false } }, { a: ["x", "y"] }, "a=x%7Cy"],
  ["an object of style form", { a: { style: "form" } }, { a: { b: 1, c: "x y" } }, "b=1&c=x+y"],
  ["an object of style form, not exploded", { a: { style: "form", explode: false } }, { a: { b: 1, c: 2 } }, "a=b,1,c,2"],
  ["a deep object", { a: { style: "deepObject", explode: true } }, { a: { b: 1, c: "x y" } }, "a%5Bb%5D=1&a%5Bc%5D=x+y"],
  ["a deep object, deeper", { a: { style: "deepObject" } }, { a: { b: { c: [1, 2] } } }, "a%5Bb%5D%5Bc%5D=1&a%5Bb%5D%5Bc%5D=2"],
  ["reserved characters", { a: { allowReserved: true } }, { a: "x/y:z&w v" }, "a=x/y:z%26w%20v"],
  ["a list that is JSON", { a: { contentType: "application/json" } }, { a: ["x", 1] }, "a=%5B%22x%22%2C1%5D"],
  ["an object that is JSON", { a: { contentType: "application/json" } }, { a: { b: 1 } }, "a=%7B%22b%22%3A1%7D"],
];

export const forms = FORMS.map(([what, encoding, value, text]) => ({
  name: `a form with ${what}`,
  source,
  ...body({ [FORM]: { schema: { type: "object" }, encoding } }, value),
  expect: post(FORM, text),
}));
