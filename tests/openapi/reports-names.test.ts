// Reports about names: at most 64 characters, unique, legal, the same in whatever order, and readable.

import { expect, test } from "vitest";
import { apiOf } from "./sent.ts";

const documentOf = (ids: readonly (readonly [string, string | undefined])[]) => ({
  openapi: "3.1.1",
  servers: [{ url: "https://api.test" }],
  paths: Object.fromEntries(ids.map(([path, operationId]) => [path, { get: operationId === undefined ? {} : { operationId } }])),
});
const namesOf = async (ids: readonly (readonly [string, string | undefined])[]) => Object.keys((await apiOf(documentOf(ids))).tools);

const LONG = "get_the_request_of_a_very_long_organization_repository_name_configuration";

test.each<readonly [string, readonly (readonly [string, string | undefined])[]]>([
  ["too long", [["/a", LONG]]],
  [
    "too long, and alike for 64 characters",
    [
      ["/a", `${LONG}_a`],
      ["/b", `${LONG}_b`],
    ],
  ],
  [
    "doubled",
    [
      ["/a", "same"],
      ["/b", "same"],
      ["/c", "same"],
    ],
  ],
  [
    "doubled at 64 characters",
    [
      ["/a", LONG.slice(0, 64)],
      ["/b", LONG.slice(0, 64)],
    ],
  ],
  [
    "alike once they are legal",
    [
      ["/a", "pets/list"],
      ["/b", "pets.list"],
      ["/c", "pets list"],
    ],
  ],
  [
    "of other scripts",
    [
      ["/a", "Über größe"],
      ["/b", "列表"],
      ["/c", "目录"],
    ],
  ],
  [
    "missing",
    [
      ["/pets/{id}", undefined],
      ["/pets/{id}/", undefined],
      ["/pets", undefined],
    ],
  ],
  [
    "missing, of long paths",
    [
      [`/${LONG}/{${LONG}}/a`, undefined],
      [`/${LONG}/{${LONG}}/b`, undefined],
    ],
  ],
  [
    "alike but for case",
    [
      ["/a", "getPet"],
      ["/b", "getpet"],
    ],
  ],
])(
  "harsha-iiiv/openapi-mcp-generator#4, ivo-toby/mcp-openapi-server#13, janwilmake/openapi-mcp-server#7, tadata-org/fastapi_mcp#161, mcp-use/mcp-use#1885: ids that are %s",
  async (_what, ids) => {
    const names = await namesOf(ids);
    expect(names.length).toBe(ids.length);
    expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect([...(await namesOf([...ids].reverse()))].reverse()).toEqual(names);
  },
);

test("ivo-toby/mcp-openapi-server#94: a name that fits is the operation's id, letter for letter", async () => {
  const ids = ["getRequestConfigurationInformation", "list-organization_members", LONG.slice(0, 64)];
  expect(await namesOf(ids.map((id, index) => [`/${index}`, id]))).toEqual(ids);
});

test("ivo-toby/mcp-openapi-server#94: a name that is cut keeps its beginning", async () => {
  expect((await namesOf([["/a", LONG]]))[0]).toMatch(new RegExp(`^${LONG.slice(0, 55)}_[A-Za-z0-9_-]{8}$`));
});
