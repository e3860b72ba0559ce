import { setFlagsFromString } from "node:v8";
import { OtherBaseline } from "@db/startup/migrate";
import { readConfig } from "@server/platform/config/environment";
import { serve } from "./serve";
import { isStartError } from "./start";

// The heap grows by two fifths between two collections rather than up to fourfold. This halves the
// memory and costs little time.
setFlagsFromString("--heap-growing-percent=40");

// Libraries read NODE_ENV when they are loaded, which happens below.
process.env["NODE_ENV"] ??= "production";

async function main(): Promise<void> {
  await serve(readConfig(process.env));
}

/** The exit code that tells `npm run demo` to set its database aside. */
const EXIT_OTHER_BASELINE = 3;

main().catch((error: unknown) => {
  // An error that the operator can fix prints one line; any other prints its stack.
  const text = isStartError(error)
    ? error.message
    : error instanceof Error
      ? error.stack
      : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(error instanceof OtherBaseline ? EXIT_OTHER_BASELINE : 1);
});
