import { startDatabase } from "../startup/start";

/**
 * A separate process that owns an embedded server, for tests that kill it. Prints the URL or the
 * error on one line, and runs until it is told to stop.
 */
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Tests check behaviour, not log lines.
}

startDatabase({ dataDir: process.argv[2] ?? "" }, quiet).then(
  (started) => {
    process.stdout.write(`${started.url}\n`);
    process.on("SIGTERM", () => void started.stop().then(() => process.exit(0)));
    setInterval(ignore, 1000);
  },
  (error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    process.exit(1);
  },
);
