// What a child process writes, for the log: line by line, each of a bounded length, and no more of them than can be read.
// A line is logged once it is whole, and masked before it is cut: half a secret would not be known for one.

import type { Readable } from "node:stream";
import type { SourceEvents } from "./source.ts";

/** Characters of one line that are logged. */
const LINE_MAX_CHARS = 500;
/** Characters of a line that are waited for; what is longer is logged in parts. */
const WAITING_MAX_CHARS = 65_536;
/** Lines of one child that are logged in a minute. */
const LINES_MAX = 100;
const MINUTE_MS = 60_000;

/** @returns what follows one stream of the child; its streams share the number of lines */
export function logOutput({ warn, mask }: Pick<SourceEvents, "warn" | "mask">): (stream: Readable) => void {
  let minuteMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  const log = (line: string) => {
    if (line.trim() === "") return;
    const nowMs = performance.now();
    if (nowMs - minuteMs > MINUTE_MS) [minuteMs, lines] = [nowMs, 0];
    lines += 1;
    if (lines <= LINES_MAX) warn(`says: ${mask(line).slice(0, LINE_MAX_CHARS)}`);
    else if (lines === LINES_MAX + 1) warn(`says more than ${LINES_MAX} lines in a minute; the rest of it is left out`);
  };
  return (stream) => {
    let waiting = "";
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      const whole = (waiting + text).split("\n");
      waiting = whole.pop() ?? "";
      whole.forEach(log);
      if (waiting.length <= WAITING_MAX_CHARS) return;
      log(waiting);
      waiting = "";
    });
    stream.once("close", () => log(waiting));
  };
}
