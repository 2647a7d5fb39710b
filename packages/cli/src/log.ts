// What a service says to whoever runs it: on standard error, a line each, with a level.

export type Level = "info" | "warn" | "error";
export type Log = (level: Level, message: string, more?: Readonly<Record<string, unknown>>) => void;

/** One JSON object a line, for programs. */
export function jsonLog(write: (line: string) => void): Log {
  return (level, message, more = {}) => write(JSON.stringify({ time: new Date().toISOString(), level, message, ...more }));
}

/** Lines for a person. */
export function textLog(write: (line: string) => void): Log {
  return (level, message) => write(`${level.padEnd(5)} ${message}`);
}
