import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import pg from "pg";

const AGAIN_MS = 50;

/**
 * Leaves no byte free in a folder's file system, and goes on doing so as space is freed there.
 * Returns what gives the space back.
 */
export function keepFull(folder: string): () => void {
  const filler = path.join(folder, "filler");
  const file = openSync(filler, "a");
  const fill = () => {
    for (let bytes = 1024 * 1024; bytes >= 1;) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  };
  fill();
  const timer = setInterval(fill, AGAIN_MS);
  return () => {
    clearInterval(timer);
    closeSync(file);
    rmSync(filler);
  };
}

/** Writes to a server's log until it ends, or `isOver`. */
export async function writeLog(url: string, isOver: () => Promise<boolean>): Promise<void> {
  while (!(await isOver())) {
    const client = new pg.Client({ connectionString: url, query_timeout: 3000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      for (let written = 0; written < 64; written += 1) {
        await client.query("SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))");
      }
    } catch {
      // The server has ended, or starts again.
    }
    await client.end().catch(() => undefined);
    await after(AGAIN_MS);
  }
}
