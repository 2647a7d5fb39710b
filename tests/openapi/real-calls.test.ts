// Documents of real APIs, driven against servers that answer as those documents say, over sockets and over MCP.

import { HTTP_META } from "@toolcrib/openapi";
import { afterEach, expect, test } from "vitest";
import { type Api, type ApiServer, startApi } from "./real/api-server.ts";
import { createBox } from "./real/box.ts";
import { createCluster } from "./real/kubernetes.ts";
import { createPetstore } from "./real/petstore.ts";
import { hasDocument, serveDocument } from "./real/served-document.ts";
import { createStripe } from "./real/stripe.ts";

const running: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(api: Api): Promise<ApiServer> {
  const server = await startApi(api);
  running.push(server);
  return server;
}

const DOCUMENTS = ["stripe-2020.json", "kubernetes.json", "petstore-swaggerio.yaml", "box.json"];
for (const name of DOCUMENTS.filter((name) => !hasDocument(name)))
  test.skip(`${name}, which lies beside the repository, is not here`, () => {});

test.skipIf(!hasDocument("stripe-2020.json"))(
  "payments: forms with nested fields, pages, a filter, a list, and what is refused",
  async () => {
    const key = "sk_test_4eC39HqLyjWDarjtT1zdp7dc";
    const { fetch, asked } = await start(createStripe(key));
    const call = await serveDocument("stripe-2020.json", { fetch, auth: { type: "bearer", token: key } });

    const body = {
      email: "ada@example.com",
      metadata: { order: "5", "a b": "ü&=" },
      address: { line1: "Hauptstr. 5", city: "Köln" },
      preferred_locales: ["de", "en"],
    };
    const made = await call("PostCustomers", { body });
    expect(made.structuredContent).toEqual({ id: "cus_1", object: "customer", ...body });
    await call("PostCustomers", { body: { email: "bob@example.com" } });
    await call("PostCustomers", { body: { email: "cy@example.com" } });

    const page = (args: object) =>
      call("GetCustomers", args).then(
        ({ structuredContent }) =>
          structuredContent as { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean; readonly since: number },
      );
    const first = await page({ limit: 2, created: { gte: 1_700_000_000 } });
    expect({ ids: first.data.map(({ id }) => id), more: first.has_more, since: first.since }).toEqual({
      ids: ["cus_1", "cus_2"],
      more: true,
      since: 1_700_000_000,
    });
    const second = await page({ limit: 2, starting_after: "cus_2" });
    expect({ ids: second.data.map(({ id }) => id), more: second.has_more }).toEqual({ ids: ["cus_3"], more: false });

    expect((await call("GetCustomersCustomer", { customer: "cus_1", expand: ["sources", "tax"] })).structuredContent).toMatchObject({
      expanded: ["sources", "tax"],
    });
    expect((await call("DeleteCustomersCustomer", { customer: "cus_2" })).structuredContent).toEqual({ id: "cus_2", deleted: true });

    const gone = await call("GetCustomersCustomer", { customer: "cus_2" });
    expect(gone).toMatchObject({ isError: true, _meta: { [HTTP_META.status]: 404 } });
    expect(gone.content[0]?.text).toContain("No such customer: 'cus_2'");
    const before = asked.length;
    expect((await call("PostCustomers", { body: { email: 5 } })).isError).toBe(true);
    expect((await call("GetCustomersCustomer", { customer: ".." })).isError).toBe(true);
    expect(asked).toHaveLength(before);
  },
);

test.skipIf(!hasDocument("stripe-2020.json"))(
  "payments: a key goes to its own host alone, and is masked where the API repeats it",
  async () => {
    const { fetch, asked } = await start(createStripe("another key"));
    const auth = { type: "bearer", token: "sk_live_secret" } as const;
    const call = await serveDocument("stripe-2020.json", { fetch, auth });
    const refused = await call("GetCustomers");
    expect(refused).toMatchObject({ isError: true, _meta: { "agent-runtime/errorType": "auth" } });
    expect(JSON.stringify(refused)).not.toContain("sk_live_secret");
    await call("PostFiles", { body: { file: "aGVsbG8=", purpose: "dispute_evidence" } });
    expect(asked.map(({ host, headers }) => [host, headers.authorization])).toEqual([
      ["api.stripe.com", "Bearer sk_live_secret"],
      ["files.stripe.com", undefined],
    ]);
    const both = await serveDocument("stripe-2020.json", {
      fetch,
      auth,
      authOrigins: ["https://api.stripe.com", "https://files.stripe.com"],
    });
    await both("PostFiles", { body: { file: "aGVsbG8=", purpose: "dispute_evidence" } });
    expect(asked.at(-1)?.headers.authorization).toBe("Bearer sk_live_secret");
  },
);

test.skipIf(!hasDocument("kubernetes.json"))(
  "a cluster: Swagger 2.0 with a server of the operator's, pages, a patch, text, conflicts",
  async () => {
    const { fetch, asked } = await start(createCluster("cluster-token"));
    const logged: string[] = [];
    const options = {
      fetch,
      server: "https://cluster.test",
      auth: { type: "apiKey", value: "Bearer cluster-token" },
      log: (line: string) => logged.push(line),
    } as const;
    const call = await serveDocument("kubernetes.json", options);
    const pod = (name: string, app: string) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, labels: { app } },
      spec: { containers: [{ name: "main", image: "nginx" }] },
    });
    const namespace = "team a";
    for (const name of ["one", "two", "three"])
      expect((await call("createCoreV1NamespacedPod", { namespace, body: pod(name, "web"), dryRun: "All" })).structuredContent).toEqual({
        ...pod(name, "web"),
        dryRun: "All",
      });
    expect(asked[0]?.path).toBe("/api/v1/namespaces/team%20a/pods");

    const names: string[] = [];
    for (let next: string | undefined = "0"; next !== undefined; ) {
      const { structuredContent } = await call("listCoreV1NamespacedPod", {
        namespace,
        limit: 2,
        continue: next,
        labelSelector: "app=web",
      });
      const list = structuredContent as {
        readonly items: readonly { readonly metadata: { readonly name: string } }[];
        readonly metadata: { readonly continue?: string };
      };
      names.push(...list.items.map(({ metadata }) => metadata.name));
      next = list.metadata.continue;
    }
    expect(names).toEqual(["one", "two", "three"]);

    // The document describes an object, and the first media type it lists takes none.
    const patched = await call("patchCoreV1NamespacedPod", { namespace, name: "one", body: { metadata: { labels: null } } });
    expect(patched.structuredContent).toEqual({ type: "application/merge-patch+json", patch: { metadata: { labels: null } } });
    expect((await call("readCoreV1NamespacedPodLog", { namespace, name: "one", tailLines: 5 })).content).toEqual([
      { type: "text", text: "tail 5\n" },
    ]);

    const conflict = await call("createCoreV1NamespacedPod", { namespace, body: pod("one", "web") });
    expect(conflict).toMatchObject({ isError: true, _meta: { [HTTP_META.status]: 409, [HTTP_META.retryAfter]: "7" } });
    expect(logged[0]).toContain("retry-after: 7");
    expect((await call("deleteCoreV1NamespacedPod", { namespace, name: "one" })).isError).not.toBe(true);
    expect((await call("readCoreV1NamespacedPod", { namespace, name: "one" })).isError).toBe(true);
  },
);

test.skipIf(!hasDocument("petstore-swaggerio.yaml"))(
  "pets: JSON, lists in the query, bytes, an empty answer and a plain failure",
  async () => {
    const { fetch, asked } = await start(createPetstore());
    const auth = ({ name }: { readonly name: string }) =>
      name === "api_key" ? ({ type: "apiKey", value: "special-key" } as const) : undefined;
    const call = await serveDocument("petstore-swaggerio.yaml", { fetch, auth });
    const rex = { id: 5, name: "Rex", photoUrls: [], tags: [{ id: 1, name: "good boy" }], status: "available" };
    expect((await call("addPet", { body: rex })).structuredContent).toEqual(rex);
    // Structured content is an object for clients of earlier revisions; a list is in the text.
    expect(JSON.parse((await call("findPetsByTags", { tags: ["a,b", "good boy"] })).content[0]?.text ?? "")).toEqual([rex]);
    expect((await call("getPetById", { petId: 5 })).structuredContent).toEqual({ ...rex, key: "special-key" });
    const bytes = Buffer.from([0, 255, 1, 128]);
    expect((await call("uploadFile", { petId: 5, additionalMetadata: "side", body: bytes.toString("base64") })).structuredContent).toEqual({
      code: 200,
      type: "application/octet-stream",
      message: "side: 00ff0180",
    });
    expect(await call("deletePet", { petId: 5 })).toMatchObject({ content: [], _meta: { [HTTP_META.status]: 200 } });
    const gone = await call("getPetById", { petId: 5 });
    expect(gone.content[0]?.text).toContain("the API answered 404: Pet not found");
    const before = asked.length;
    expect((await call("addPet", { body: { name: "No photos" } })).isError).toBe(true);
    expect((await call("getPetById", { petId: "5" })).isError).toBe(true);
    expect(asked).toHaveLength(before);
  },
);

test.skipIf(!hasDocument("box.json"))("files: an upload in parts to its own host, then pages by marker", async () => {
  const { fetch, asked } = await start(createBox());
  const call = await serveDocument("box.json", {
    fetch,
    auth: { type: "bearer", token: "box-token" },
    authOrigins: ["https://api.box.com", "https://upload.box.com"],
  });
  const upload = (name: string) =>
    call("post_files_content", {
      fields: ["id", "name"],
      body: {
        attributes: { name, parent: { id: "0" } },
        file: `data:image/png;base64,${Buffer.from([137, 80, 78, 71]).toString("base64")}`,
      },
    });
  expect((await upload("first.png")).structuredContent).toEqual({
    total_count: 1,
    entries: [{ name: "first.png", parent: "0", size: 4, type: "image/png" }],
  });
  await upload("second.png");
  expect(asked[0]).toMatchObject({
    host: "upload.box.com",
    path: "/api/2.0/files/content",
    headers: { authorization: "Bearer box-token" },
  });
  const first = await call("get_folders_id_items", { folder_id: "0", fields: ["id", "name"], usemarker: true, limit: 1 });
  expect(first.structuredContent).toMatchObject({ entries: [{ name: "first.png" }], fields: "id,name", next_marker: "1" });
  const second = await call("get_folders_id_items", { folder_id: "0", usemarker: true, limit: 1, marker: "1" });
  expect(second.structuredContent).toMatchObject({ entries: [{ name: "second.png" }], next_marker: null });
});
