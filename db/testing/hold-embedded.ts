import { startDatabase } from "../start";

/**
 * A process of its own with an embedded server, for tests that end it badly. Prints the URL on one
 * line, or the reason why not, and stays until it is told to end.
 */
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // The test looks at what happens, not at what is said.
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
