import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { startEmbedded } from "@db/embedded/server";

/**
 * Owns the server of `small-disk.ts`, inside its namespace. Prints the URL, then fills and frees
 * the disk as it is told, and stops with its input.
 */
const [disk = "", port] = process.argv.slice(2);
const filler = path.join(disk, "filler");
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

function fill(): void {
  const file = openSync(filler, "a");
  try {
    for (let bytes = 1024 * 1024; bytes >= 1;) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

const server = await startEmbedded(
  { dataDir: disk, port: Number(port), maxConnections: 100 },
  quiet,
);
process.stdout.write(`${server.url}\n`);
for await (const word of createInterface({ input: process.stdin })) {
  if (word === "fill") fill();
  if (word === "free") rmSync(filler, { force: true });
  process.stdout.write("done\n");
}
await server.stop();
process.exit(0);
