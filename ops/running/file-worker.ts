import { runFileWorker } from "@server/files/untrusted/run-file-worker";
import type { ReadingOptions } from "@server/payments";

// A program of its own: the server forks it to read files (server/files/untrusted/file-processes.ts).
runFileWorker(import.meta.url, async (bytes, options) => {
  const { readStatement } = await import("@server/payments/statements/read-statement");
  return readStatement(bytes, options as ReadingOptions);
});
