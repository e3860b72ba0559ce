import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface Times {
  pid: number;
  parent: number;
  /** Its own time and that of its ended children, in milliseconds. */
  ms: number;
}

/**
 * Returns the processor time of processes and of all that they started, ended ones included, in
 * milliseconds. Linux only.
 */
export function processorMs(pids: readonly number[]): number {
  const all = readdirSync("/proc").flatMap((name) => timesOf(Number(name)) ?? []);
  const known = new Set(pids);
  // A parent may be listed after its child.
  for (let before = 0; before < known.size;) {
    before = known.size;
    for (const { pid, parent } of all) if (known.has(parent)) known.add(pid);
  }
  return all.reduce((sum, { pid, ms }) => (known.has(pid) ? sum + ms : sum), 0);
}

/** Returns the process that started another one. */
export const parentOf = (pid: number): number => timesOf(pid)?.parent ?? 0;

function timesOf(pid: number): Times | undefined {
  if (!Number.isInteger(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may hold spaces and brackets.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    // proc_pid_stat(5): the third field is the first here; utime, stime, cutime and cstime are 14 to 17.
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return { pid, parent: fields[1] ?? 0, ms: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}
