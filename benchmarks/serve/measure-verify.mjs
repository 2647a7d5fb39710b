// What a signature costs alone: one `crypto.subtle.verify` of the token that the signed subject is sent.

import { setImmediate } from "node:timers/promises";
import { median } from "../worker.mjs";
import { createCredentials, runtime } from "./signed.mjs";

const BLOCKS = 5;
const BLOCK_CALLS = 5_000;
const CALLS_A_TURN = 50;

const { authorization } = await createCredentials();
const [header, payload, signature] = authorization.slice("Bearer ".length).split(".");
const { keys } = await (await runtime.options.fetch()).json();
const key = await crypto.subtle.importKey("raw", Buffer.from(keys[0].x, "base64url"), { name: "Ed25519" }, false, ["verify"]);
const signed = new TextEncoder().encode(`${header}.${payload}`);
const mac = Buffer.from(signature, "base64url");

async function block() {
  const before = process.cpuUsage();
  for (let index = 1; index <= BLOCK_CALLS; index += 1) {
    if (!(await crypto.subtle.verify("Ed25519", key, mac, signed))) throw new Error("the token does not verify");
    if (index % CALLS_A_TURN === 0) await setImmediate();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / BLOCK_CALLS;
}

await block();
const blocksUs = [];
for (let index = 0; index < BLOCKS; index += 1) blocksUs.push(await block());
process.send({ us: median(blocksUs) });
