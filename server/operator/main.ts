import { readConfig } from "@server/config/environment";
import { createLogger } from "@server/logging/logger";
import { start } from "@server/start";
import { createOperator } from "./operator";
import { EXIT, commandOf, helpFor, runCommand, told } from "./run";

async function main(words: readonly string[]): Promise<void> {
  const help = helpFor(words);
  if (help) {
    process.stdout.write(`${help}\n`);
    return;
  }
  // What is typed wrongly is said before anything is started.
  commandOf(words);
  const started = await start(readConfig(process.env), createLogger("error"), { mayShare: true });
  // Invitations go out through the queue; what is queued here is sent by the running product.
  await started.deps.jobs.start();
  try {
    process.stdout.write(`${await runCommand(createOperator(started.deps), words)}\n`);
  } finally {
    await started.stop();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    const { text, code } = told(error);
    process.stderr.write(`${text}\n`);
    process.exit(code);
  },
);
