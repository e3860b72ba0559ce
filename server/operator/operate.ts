import { readConfig } from "@server/config/environment";
import { createLogger } from "@server/logging/logger";
import { start } from "@server/start";
import { createOperator } from "./operator";
import { commandOf, runCommand } from "./run";

/** Starts what a command needs, runs it and stops. Answers what is printed; throws as `told` reads it. */
export async function operate(
  env: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): Promise<string> {
  // What is typed wrongly is said before anything is started.
  const { fillsDatabase = false } = commandOf(words).command;
  const started = await start(readConfig(env), createLogger("error"), {
    mayShare: true,
    leavesDatabase: fillsDatabase,
  });
  try {
    // Invitations go out through the queue; what is queued here is sent by the running product.
    if (!fillsDatabase) await started.deps.jobs.start();
    return await runCommand(createOperator(started.deps), words);
  } finally {
    await started.stop();
  }
}
