import { ZodError } from "zod";
import { BackupError } from "@db/backup";
import { ConfigError } from "@server/config/environment";
import { refusalFrom } from "@server/context/refusal-from";
import { translateRefusal } from "@server/words";
import { EmbeddedError } from "@db/start";
import { authenticatorCommands } from "./authenticators";
import { brandCommands } from "./brands";
import { type Command, neededWords } from "./command";
import { companyCommands } from "./companies";
import { databaseCommands } from "./database";
import { domainCommands } from "./domains";
import { type Operator, OperatorError, UsageError } from "./operator";
import { superAdminCommands } from "./super-admins";

const COMMANDS: readonly Command[] = [
  ...superAdminCommands,
  ...authenticatorCommands,
  ...companyCommands,
  ...domainCommands,
  ...brandCommands,
  ...databaseCommands,
];

/** What a command ends with: done, refused or failed, typed wrongly. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP_WORDS = new Set(["help", "--help", "-h"]);

const usageOf = ({ name, takes }: Command): string => `${name} ${takes}`.trimEnd();

/** Every command, or those of one noun; null where nobody asked. */
export function helpFor(words: readonly string[]): string | null {
  const asks = words.length === 0 || words.some((word) => HELP_WORDS.has(word));
  if (!asks) return null;
  const noun = words.find((word) => !HELP_WORDS.has(word));
  const some = COMMANDS.filter(({ name }) => !noun || name.startsWith(`${noun} `));
  const shown = some.length > 0 ? some : COMMANDS;
  return [
    "npm run operator -- <command>",
    "",
    ...shown.map((one) => `  ${usageOf(one)}\n      ${one.does}`),
    "",
    "A company is named by its id, or by its symbol where only one sells it.",
    "Ends with 0 when done, 1 when refused or failed, 2 when typed wrongly.",
  ].join("\n");
}

/** The command that was typed. Throws UsageError where there is none, or a word is missing. */
export function commandOf(words: readonly string[]): { command: Command; rest: string[] } {
  const [noun = "", verb = "", ...rest] = words;
  const command = COMMANDS.find(({ name }) => name === `${noun} ${verb}`);
  if (!command)
    throw new UsageError(`There is no command "${noun} ${verb}". Try: npm run operator -- help`);
  if (rest.length < neededWords(command)) throw new UsageError(`Usage: ${usageOf(command)}`);
  return { command, rest };
}

export function runCommand(operator: Operator, words: readonly string[]): Promise<string> {
  const { command, rest } = commandOf(words);
  return command.run(operator, ...rest);
}

/** What is said of a failure, and the code to end with: a refusal in its words, never a stack for it. */
export function told(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: error.message, code: EXIT.usage };
  const code = EXIT.refused;
  const refusal = refusalFrom(error);
  if (refusal) {
    const codes = Object.values(refusal.fields ?? { "": [refusal.code] }).flat();
    const texts = codes.map((one) => translateRefusal("en", one, refusal.params));
    return { text: [...new Set(texts)].join(" "), code };
  }
  if (error instanceof ZodError) {
    const texts = error.issues.map((issue) => translateRefusal("en", issue.message));
    return { text: [...new Set(texts)].join(" "), code };
  }
  const isPlain =
    error instanceof OperatorError ||
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedError;
  if (isPlain) return { text: error.message, code };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), code };
}
