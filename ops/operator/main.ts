import path from "node:path";
import { findSettings } from "@ops/running/settings-file";
import { runProcess, EXIT, formatFailure } from "./run";

async function main(typed: readonly string[]): Promise<void> {
  const { words, file } = takeEnvFile(typed);
  const find = () => {
    const found = findSettings(process.env, { root: process.cwd(), named: file });
    Object.assign(process.env, found.env);
    if (found.from !== "the environment") process.stderr.write(`Settings: ${found.from}\n`);
    return { env: process.env, from: found.from };
  };
  process.stdout.write(`${await runProcess(find, words)}\n`);
}

/** Takes `--env-file FILE` out of the words; the file is named from where npm was called. */
function takeEnvFile(typed: readonly string[]): { words: string[]; file?: string } {
  const words = [...typed];
  const at = words.findIndex((word) => /^--env-file(=|$)/.test(word));
  if (at < 0) return { words };
  const [word = ""] = words.splice(at, 1);
  const name = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words.splice(at, 1)[0];
  return { words, file: path.resolve(process.env["INIT_CWD"] ?? ".", name ?? "") };
}

main(process.argv.slice(2)).then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    const { text, code } = formatFailure(error);
    process.stderr.write(`${text}\n`);
    process.exit(code);
  },
);
