// The tables "Style Examples" of OpenAPI 3.0.4 and 3.1.1, in every place where a style may stand. The two tables agree;
// what they mark n/a has no right answer and is not here. A value that would leave a segment of the path empty, or make
// it a dot, is refused: the request would go to another path.

import { cookie, get, header, path, query } from "./build.mjs";

const COLORS = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};

/** Place, style and explode; then what is written for the empty string, a string, an array, an object. */
const TABLE = [
  ["path", "matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["path", "matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["path", "label", false, "refused", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["path", "label", true, "refused", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["path", "simple", false, "refused", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["path", "simple", true, "refused", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["header", "simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["header", "simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["query", "form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["query", "form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["cookie", "form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["cookie", "form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["query", "spaceDelimited", false, undefined, undefined, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["query", "pipeDelimited", false, undefined, undefined, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  ["query", "deepObject", true, undefined, undefined, undefined, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  // OpenAPI 3.2, "Style Values": as form, by the syntax of cookies.
  ["cookie", "cookie", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["cookie", "cookie", true, "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"],
];

const PLACES = {
  path: { build: path, expect: (text) => get(`/it/${text}`), name: "id" },
  query: { build: query, expect: (text) => get(`/it?${text}`) },
  header: { build: header, expect: (text) => get("/it", { "x-it": text }) },
  cookie: { build: cookie, expect: (text) => get("/it", { cookie: text }) },
};

export const styleExamples = TABLE.flatMap(([place, style, explode, ...texts]) =>
  Object.entries(COLORS).flatMap(([kind, value], index) => {
    const text = texts[index];
    if (text === undefined) return [];
    return (style === "cookie" ? ["3.2.0"] : ["3.0.4", "3.1.1"]).map((version) => ({
      name: `${version}: ${place}, ${style}, explode ${explode}, ${kind}`,
      source: style === "cookie" ? "OpenAPI 3.2.0, Style Values" : `OpenAPI ${version}, Style Examples`,
      ...inVersion(version, place, PLACES[place].build({ style, explode }, value)),
      expect: text === "refused" ? "refused" : PLACES[place].expect(text),
    }));
  }),
);

/** The parameter of the tables is named color, where the short documents name theirs by its place. */
function inVersion(version, place, { document, args }) {
  if (place === "header") return { document: { ...document, openapi: version }, args };
  const named = JSON.stringify({ ...document, openapi: version }).replaceAll(/"name":"(id|q|it)"/g, '"name":"color"');
  return { document: JSON.parse(named.replace("{id}", "{color}")), args: { color: Object.values(args)[0] } };
}
