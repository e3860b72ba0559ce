import type { Instance } from "@tools/faults/harness/installation";
import { ask } from "./http";

/** Reads a figure of an instance's /metrics, which it shows to this machine. */
export async function metric(at: Instance, name: string): Promise<number> {
  const { text } = await ask(at.port, { path: "/metrics" });
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** Returns the process's resident memory in bytes. */
export const memoryOf = (at: Instance): Promise<number> =>
  metric(at, "process_resident_memory_bytes");
