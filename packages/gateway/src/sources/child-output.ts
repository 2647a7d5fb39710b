// What a child process writes, for the log: line by line, each of a bounded length, and no more of them than can be read.

/** Characters of one line that are logged. */
const LINE_MAX_CHARS = 500;
/** Lines of one child that are logged in a minute. */
const LINES_MAX = 100;
const MINUTE_MS = 60_000;

/** @returns what takes the pieces as they come */
export function logOutput(warn: (problem: string) => void): (text: string) => void {
  let minuteMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  return (text) => {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const nowMs = performance.now();
      if (nowMs - minuteMs > MINUTE_MS) [minuteMs, lines] = [nowMs, 0];
      lines += 1;
      if (lines <= LINES_MAX) warn(`says: ${line.slice(0, LINE_MAX_CHARS)}`);
      else if (lines === LINES_MAX + 1) warn(`says more than ${LINES_MAX} lines in a minute; the rest of it is left out`);
    }
  };
}
