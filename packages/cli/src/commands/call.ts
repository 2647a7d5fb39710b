import { isLoopbackHost, toAudience } from "@toolcrib/core";
import { parseCallArguments } from "../call-arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { readDevSession } from "../dev-session.ts";
import { createDevSigner } from "../dev-signer.ts";
import { callTool } from "../mcp-call.ts";
import { parseWords } from "../parse-words.ts";
import { printResult } from "../print-result.ts";
import { UsageError } from "../usage-error.ts";

/** Whom a call is for when nobody is named: the same subject that the development key stands for. */
const DEFAULT_SUBJECT = "developer";

/** `toolcrib call <url> <tool> key=value …`: signs one call, sends it, prints what came back. */
export async function call(words: readonly string[]): Promise<void> {
  const { url, tool, args, key, subject, json } = readArguments(words);
  const caller = key === undefined ? await signFor(url, subject) : { url, fetch: withKey(key) };
  const result = await callTool({ ...caller, tool, args, onProgress: (message) => console.error(message) });
  printResult(tool, result, { json });
}

/** What is signed is for the server that left the session, so it is sent there and nowhere else. */
async function signFor(typed: URL, subject: string): Promise<{ readonly url: URL; readonly fetch: typeof globalThis.fetch }> {
  const session = isLoopbackHost(typed.host) ? readDevSession(typed.port) : undefined;
  if (session === undefined) {
    throw new CommandFailed(
      `no toolcrib dev of yours serves ${typed} on this machine, and only its calls can be signed here; start one, or give --key where the server takes one`,
    );
  }
  const url = new URL(session.url);
  if (url.pathname !== typed.pathname) throw new CommandFailed(`toolcrib dev serves ${url}, not ${typed}`);
  return { url, fetch: (await createDevSigner(session.privateKey, { subject })).fetch };
}

function withKey(key: string): typeof globalThis.fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set("authorization", `Bearer ${key}`);
    return fetch(request);
  };
}

function readArguments(words: readonly string[]) {
  const { values, positionals } = parseWords(words, {
    key: { type: "string" },
    subject: { type: "string" },
    json: { type: "boolean" },
  });
  const [address, tool, ...rest] = positionals;
  if (address === undefined || tool === undefined)
    throw new UsageError("call takes a URL and a tool, as in: toolcrib call http://127.0.0.1:3737/mcp refund orderId=A-1001");
  if (values.key !== undefined && values.subject !== undefined)
    throw new UsageError("--subject is for a signed call; with --key the server knows who calls");
  return {
    url: parseUrl(address),
    tool,
    args: parseCallArguments(rest),
    key: values.key,
    subject: values.subject ?? DEFAULT_SUBJECT,
    json: values.json === true,
  };
}

/** The same URLs that a token can be for; off this machine that is https alone, so no key travels in the open. */
function parseUrl(text: string): URL {
  try {
    return new URL(toAudience(text));
  } catch (error) {
    throw new UsageError(`the URL "${text}" ${(error as Error).message}`);
  }
}
