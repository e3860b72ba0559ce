import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseServer } from "./installation";

/** Size of the disk: a new database, and its log grown once. */
const SIZE = "160m";

export interface SmallDisk extends DatabaseServer {
  /** Fills the disk to the last byte. */
  fill: () => Promise<void>;
  free: () => Promise<void>;
}

/**
 * A PostgreSQL server on a disk of its own that can be filled: a file system in memory, in a
 * namespace that ends with its process. Root mounts it; any other user does so as root of a
 * namespace, within which the user is itself again. Null where the system gives no namespaces.
 */
export async function serveOnSmallDisk(folder: string, port: number): Promise<SmallDisk | null> {
  const disk = path.join(folder, "data");
  mkdirSync(disk, { recursive: true });
  const holder = [
    process.execPath,
    "--import",
    "tsx",
    "tools/faults/harness/hold-disk.ts",
    disk,
    String(port),
  ];
  const mount = `mount -t tmpfs -o size=${SIZE},mode=711 tmpfs "$0" && exec "$@"`;
  const uid = process.getuid?.() ?? 0;
  const again =
    uid === 0
      ? []
      : ["unshare", "-U", `--map-user=${uid}`, `--map-group=${process.getgid?.() ?? 0}`];
  const child = spawn(
    "unshare",
    [uid === 0 ? "-m" : "-Urm", "sh", "-c", mount, disk, ...again, ...holder],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  const lines = linesOf(child);
  const [url = ""] = await lines(1);
  if (!url.startsWith("postgres://")) return null;
  const tell = async (word: string) => {
    child.stdin.write(`${word}\n`);
    await lines(1);
  };
  return {
    url,
    fill: () => tell("fill"),
    free: () => tell("free"),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
    // The server ends with its holder.
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Reads what the process says, line by line; nothing once it has ended. */
function linesOf(child: ChildProcess): (count: number) => Promise<string[]> {
  if (!child.stdout) throw new Error("The process has no output.");
  const reader = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on("error", () => child.stdout?.destroy());
  return async (count) => {
    const found: string[] = [];
    while (found.length < count) {
      const next = await reader.next();
      if (next.done) return found;
      found.push(next.value);
    }
    return found;
  };
}
