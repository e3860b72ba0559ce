import { operate } from "./operate";
import { EXIT, helpFor, told } from "./run";

async function main(words: readonly string[]): Promise<void> {
  process.stdout.write(`${helpFor(words) ?? (await operate(process.env, words))}\n`);
}

main(process.argv.slice(2)).then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    const { text, code } = told(error);
    process.stderr.write(`${text}\n`);
    process.exit(code);
  },
);
