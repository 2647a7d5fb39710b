import { describe, expect, onTestFinished, test } from "vitest";
import { createGatewayClient, GatewayApiError } from "../src/client.ts";
import { createGateway } from "../src/index.ts";

const ORIGIN = "https://gateway.example.com";

/** A client whose requests are answered by a function. */
function clientOver(answer: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const client = createGatewayClient({
    origin: ORIGIN,
    key: "tco_key",
    fetch: async (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  return { client, requests };
}

describe("the client", () => {
  test("works over a gateway in the same process, without a port", async () => {
    const gateway = await createGateway({ tenant: "acme", sources: {}, agents: { support: { tools: [] } } }, { origin: ORIGIN, log() {} });
    onTestFinished(() => gateway.close());
    const { key } = gateway.apiKeys.create({ name: "in-process", scopes: ["read", "write"] });
    const client = createGatewayClient({ origin: ORIGIN, key, fetch: gateway.fetch });
    expect(await client.me()).toMatchObject({ tenant: "acme", scopes: ["read", "write"] });
    const made = await client.agents.upsert("ann", { template: "support", subject: "ann" });
    expect(made.token).toMatch(/^tca_/);
    expect((await client.agents.list()).items).toHaveLength(1);
    expect(await client.agents.revoke("ann")).toBeUndefined();
  });

  test("sends its key to the gateway alone, and follows no redirect", async () => {
    const { client, requests } = clientOver(() => Response.json({ items: [] }));
    await client.agents.list({ limit: 5, cursor: "a b" });
    const [request] = requests;
    expect(request?.url).toBe(`${ORIGIN}/v1/agents?limit=5&cursor=a+b`);
    expect(request?.redirect).toBe("error");
    expect(request?.headers.get("authorization")).toBe("Bearer tco_key");
  });

  test("writes names so that they stay what they are", async () => {
    const { client, requests } = clientOver(() => Response.json({}));
    await client.agents.get("a/../../v1/keys?x=1#y");
    expect(new URL(requests[0]?.url ?? "").pathname).toBe("/v1/agents/a%2F..%2F..%2Fv1%2Fkeys%3Fx%3D1%23y");
    for (const name of ["", ".", ".."]) expect(() => client.sources.drift(name)).toThrow(`"${name}" is no name`);
  });

  test("throws what the gateway says of a refusal", async () => {
    const problem = {
      type: "urn:toolcrib:problem:invalid",
      title: "Not valid",
      status: 400,
      detail: "2 problems",
      instance: "id-1",
      problems: ["a", "b"],
    };
    const { client } = clientOver(() => Response.json(problem, { status: 400, headers: { "x-request-id": "id-1" } }));
    const error = await client.me().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(GatewayApiError);
    expect(error).toMatchObject({ status: 400, title: "Not valid", detail: "2 problems", problems: ["a", "b"], requestId: "id-1" });
    expect(String(error)).toBe("GatewayApiError: Not valid: a; b");
  });

  test("throws the same of whatever else answers in between", async () => {
    for (const body of ["<h1>Bad gateway</h1>", "", "null", "[]", '{"detail":1}']) {
      const { client } = clientOver(() => new Response(body, { status: 502 }));
      await expect(client.me()).rejects.toMatchObject({
        status: 502,
        detail: "it was answered with 502",
        problems: [],
        requestId: undefined,
      });
    }
  });
});
