// Starts a runtime's server and waits until it has said where it listens.

import { startChild, within } from "./child.mjs";

const START_TIMEOUT_MS = 20_000;

/** @returns the URL of each socket by its name, and `stop` */
export async function startServer({ program, serveArgs, cwd, sockets = ["tools"] }, settings) {
  const child = startChild(program, await serveArgs(), { cwd, env: { ...process.env, ...settings } });
  const urls = {};
  const listening = new Promise((resolve, reject) => {
    child.onLine((line) => {
      const { socket, port } = parseListening(line);
      if (socket !== undefined) urls[socket] = `http://127.0.0.1:${port}/mcp`;
      if (sockets.every((name) => name in urls)) resolve();
    });
    child.ended.then((code) => reject(new Error(`the server ended with ${code}:\n${child.said.join("\n")}`)));
  });
  try {
    await within(START_TIMEOUT_MS, "the start of the server", listening);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { urls, stop: child.stop };
}

function parseListening(line) {
  if (!line.startsWith('{"event":"listen"')) return {};
  return JSON.parse(line);
}
