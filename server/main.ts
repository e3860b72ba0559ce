import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import { readConfig } from "@server/config/environment";

// The heap grows by two fifths between two collections, not up to fourfold: half the memory, and
// little slower (docs/decisions/0038).
setFlagsFromString("--heap-growing-percent=40");

async function main(): Promise<void> {
  const config = readConfig(process.env);
  // Each loads only what it needs: the process that watches the workers serves nothing.
  if (config.workers > 1 && cluster.isPrimary) {
    const { runWorkers } = await import("./workers");
    await runWorkers(config);
  } else {
    const { serve } = await import("./serve");
    await serve(config);
  }
}

main().catch(async (error: unknown) => {
  const { isStartError } = await import("./start");
  // Errors that the operator can fix print one line; others print their stack.
  const text = isStartError(error)
    ? error.message
    : error instanceof Error
      ? error.stack
      : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
