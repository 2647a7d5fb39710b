// CPU time of one `tools/call`, in process: `handler(request)` to the last character of the answer. User plus system
// time of the whole process, so a garbage collector or a compiler thread that a subject keeps busy counts too.

import { median } from "../worker.mjs";
import { call } from "./call.mjs";
import { ECHOED, requestOf } from "./request.mjs";

const WARM_UP_CALLS = 20_000;
const BLOCKS = 5;
const BLOCK_CALLS = 20_000;

const [subject] = process.argv.slice(2);
const { createHandler, revision, createCredentials } = await import(`./subjects/${subject}.mjs`);
const handler = await createHandler();
const newRequest = requestOf(revision, await createCredentials?.());

async function verify() {
  const response = await handler(newRequest());
  const text = await response.text();
  if (response.status !== 200 || !text.includes(ECHOED) || text.includes("isError"))
    throw new Error(`${subject} does not echo: ${response.status} ${text}`);
  return response.headers.get("content-type");
}

async function block() {
  const before = process.cpuUsage();
  await call(handler, newRequest, BLOCK_CALLS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / BLOCK_CALLS;
}

const contentType = await verify();
await call(handler, newRequest, WARM_UP_CALLS);
const blocksUs = [];
for (let index = 0; index < BLOCKS; index += 1) blocksUs.push(await block());
await verify();
process.send({ us: median(blocksUs), blocksUs, contentType });
