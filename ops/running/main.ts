import { setFlagsFromString } from "node:v8";
import { OtherBaseline } from "@db/startup/migrate";
import { readConfig } from "@server/platform/config/environment";
import { serve } from "./serve";
import { findSettings } from "./settings-file";
import { isStartError } from "./start";

// The heap grows by two fifths between two collections rather than up to fourfold. This halves the
// memory and costs little time.
setFlagsFromString("--heap-growing-percent=40");

// Libraries read NODE_ENV when they are loaded, which happens below.
process.env["NODE_ENV"] ??= "production";

async function main(): Promise<void> {
  const { env, from } = findSettings(process.env, { root: process.cwd() });
  // OpenTelemetry reads its variables itself.
  Object.assign(process.env, env);
  if (from !== "the environment") process.stdout.write(`Settings: ${from}\n`);
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
