import { setFlagsFromString } from "node:v8";
import { OtherBaseline } from "@db/startup/migrate";
import { readConfig } from "@server/platform/config/environment";
import { serve } from "./serve";
import { isStartError } from "./start";

// The heap grows by two fifths between two collections, not up to fourfold: half the memory, and
// little slower.
setFlagsFromString("--heap-growing-percent=40");

// Libraries read it when they are loaded, which is below.
process.env["NODE_ENV"] ??= "production";

async function main(): Promise<void> {
  await serve(readConfig(process.env));
}

/** Tells `npm run demo` to set its database aside. */
const EXIT_OTHER_BASELINE = 3;

main().catch((error: unknown) => {
  // Errors that the operator can fix print one line; others print their stack.
  const text = isStartError(error)
    ? error.message
    : error instanceof Error
      ? error.stack
      : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(error instanceof OtherBaseline ? EXIT_OTHER_BASELINE : 1);
});
