import { readFile, readdir } from "node:fs/promises";
import pg from "pg";

/** Ticks in a second of Linux's counters. */
const TICKS = 100;

interface Stat {
  parent: number;
  ticks: number;
}

/** What Linux tells of a process; null once it has ended. */
async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name before the last parenthesis may hold spaces.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  if (!fields) return null;
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ticks: field(14) + field(15) };
}

/** Processor time that processes have used until now, all threads, in ms. Linux only. */
export async function processorMs(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  return (stats.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * 1000) / TICKS;
}

/** The processes of a database on this machine, those of its present connections included. */
export async function databasesProcesses(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const owner = (await statOf(rows[0]?.pid ?? 0))?.parent;
  await client.end();
  return owner === undefined ? [] : childrenOf(owner);
}

/** The processes that a process started and that run. Linux only. */
export async function childrenOf(parent: number): Promise<number[]> {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(all.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  return stats.filter(({ stat }) => stat?.parent === parent).map(({ pid }) => pid);
}

/** Resident memory of a process, in MB. Linux only. */
export async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024;
}
