// What a process and all it started cost: CPU time and memory, as the kernel counts them.

import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;
const PAGE_MIB = 4_096 / 1_048_576;

/** @returns CPU milliseconds so far and resident MiB now */
export function measureTree(rootPid) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => read(pid));
  const children = (pid) => processes.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...children(one.pid)]);
  const own = processes.filter(({ pid }) => pid === rootPid);
  const all = [...own, ...children(rootPid)];
  return { cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0), mib: all.reduce((sum, { mib }) => sum + mib, 0) };
}

function read(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may have spaces; what follows its bracket has none.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
        mib: Number(fields[21]) * PAGE_MIB,
      },
    ];
  } catch {
    return [];
  }
}
