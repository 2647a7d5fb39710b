// A document from a URL: within a number of bytes, and by no redirect that leads where nobody allowed it.

import { DOCUMENT_MAX_BYTES, StartError } from "@toolcrib/core";

/** Redirects that are followed. */
const REDIRECTS_MAX = 5;
/** How long a document may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** @returns the text, and where it came from in the end */
export async function download(
  url: string,
  fetch: typeof globalThis.fetch | undefined,
  allows: (url: string) => boolean,
): Promise<{ readonly text: string; readonly url: string }> {
  if (fetch === undefined) throw new StartError("options_invalid", ["loadDocument needs fetch for URLs: loadDocument(url, { fetch })"]);
  let current = url;
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const response = await fetch(current, {
      headers: { accept: "application/json, application/yaml, */*;q=0.5" },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      current = new URL(location, current).href;
      // A `fetch` may read files, or take a URL's own text for the answer.
      if (!/^https?:/.test(current) || !allows(current))
        throw new StartError("options_invalid", [`it redirects to ${current}, which is not allowed`]);
      continue;
    }
    if (!response.ok) throw new StartError("options_invalid", [`it was answered with ${response.status}`]);
    return { text: await readText(response), url: current };
  }
  throw new StartError("options_invalid", [`it redirects more than ${REDIRECTS_MAX} times`]);
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.length;
    // Leaving the loop cancels the body.
    if (byteCount > DOCUMENT_MAX_BYTES) throw new StartError("options_invalid", [`it is longer than ${DOCUMENT_MAX_BYTES} bytes`]);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
