import { runProcess, EXIT, formatFailure } from "./run";

async function main(words: readonly string[]): Promise<void> {
  process.stdout.write(`${await runProcess(process.env, words)}\n`);
}

main(process.argv.slice(2)).then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    const { text, code } = formatFailure(error);
    process.stderr.write(`${text}\n`);
    process.exit(code);
  },
);
