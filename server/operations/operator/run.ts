import { FALLBACK_LANGUAGE } from "@locales/languages";
import { ZodError } from "zod";
import { BackupError } from "@db/backup";
import { refusalFrom } from "@server/context/refusal-from";
import { isStartError, start } from "@server/start";
import { translateRefusal } from "@server/words/refusals.server";
import { authenticatorCommands } from "./authenticators";
import { backupCommands } from "./backups";
import { brandCommands } from "./brands";
import { checkCommands } from "./check";
import { type Command, usageOf } from "./command";
import { companyCommands } from "./companies";
import { databaseCommands } from "./database";
import { hostCommands } from "./hosts";
import { type Operator, OperatorError, UsageError, createOperator } from "./operator";
import { sealingCommands } from "./sealing";
import { secretCommands } from "./secrets";
import { superAdminCommands } from "./super-admins";
import { type ParsedArguments, didYouMean, parseArguments } from "./parse-arguments";
import { readConfig } from "@server/config/environment";
import { createLogger } from "@server/config/logger";

export const COMMANDS: readonly Command[] = [
  ...checkCommands,
  ...superAdminCommands,
  ...authenticatorCommands,
  ...companyCommands,
  ...hostCommands,
  ...brandCommands,
  ...sealingCommands,
  ...secretCommands,
  ...databaseCommands,
  ...backupCommands,
];

/** Exit codes: success, refused or failed, wrong syntax. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP_WORDS = new Set(["help", "--help", "-h"]);

const nounOf = ({ name }: Command): string => name.split(" ")[0] ?? "";
const NOUNS = [...new Set(COMMANDS.map(nounOf))];

/**
 * Help for all commands or those of one noun; null if not requested. Throws UsageError for an
 * unknown noun.
 */
export function helpFor(words: readonly string[]): string | null {
  const asks = words.length === 0 || words.some((word) => HELP_WORDS.has(word));
  if (!asks) return null;
  const noun = words.find((word) => !HELP_WORDS.has(word));
  if (noun !== undefined && !NOUNS.includes(noun)) throw noCommand(noun, NOUNS);
  const shown = COMMANDS.filter((one) => noun === undefined || nounOf(one) === noun);
  return [
    "npm run operator -- <command>",
    "",
    ...shown.map((one) => `  ${usageOf(one)}\n      ${one.does}`),
    "",
    "A company is named by its id, or by its symbol where only one sells it.",
    "Ends with 0 when done, 1 when refused or failed, 2 when typed wrongly.",
  ].join("\n");
}

const noCommand = (typed: string, names: readonly string[]) =>
  new UsageError(
    `There is no command "${typed}". ${didYouMean(typed, names)} Try: npm run operator -- help`,
  );

/** Finds the command and parses its arguments. Throws UsageError for invalid input. */
function commandOf(words: readonly string[]): { command: Command; typed: ParsedArguments } {
  const [noun = "", verb = "", ...rest] = words;
  // A command of one word, such as `check`.
  const alone = COMMANDS.find((one) => one.name === noun);
  if (alone) return { command: alone, typed: parseArguments(alone, words.slice(1)) };
  const name = `${noun} ${verb}`.trim();
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    const ofNoun = COMMANDS.filter((one) => nounOf(one) === noun);
    throw noCommand(
      name,
      (ofNoun.length > 0 ? ofNoun : COMMANDS).map((one) => one.name),
    );
  }
  return { command, typed: parseArguments(command, rest) };
}

export function runCommand(operator: Operator, words: readonly string[]): Promise<string> {
  const { command, typed } = commandOf(words);
  return command.run(operator, typed.words, typed.fields);
}

/** Message and exit code of a failure; a refusal gives its text, never a stack. */
export function formatFailure(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: error.message, code: EXIT.usage };
  const code = EXIT.refused;
  const refusal = refusalFrom(error);
  if (refusal) {
    const codes = Object.values(refusal.fields ?? { "": [refusal.code] }).flat();
    const texts = codes.map((one) => translateRefusal(FALLBACK_LANGUAGE, one, refusal.params));
    return { text: [...new Set(texts)].join(" "), code };
  }
  if (error instanceof ZodError) {
    const texts = error.issues.map((issue) => translateRefusal(FALLBACK_LANGUAGE, issue.message));
    return { text: [...new Set(texts)].join(" "), code };
  }
  if (error instanceof OperatorError || error instanceof BackupError || isStartError(error))
    return { text: error.message, code };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), code };
}

/**
 * Starts what a command needs, runs it and stops. Returns the output; throws for `formatFailure`.
 */
export async function runProcess(
  env: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): Promise<string> {
  // Syntax errors are reported before the start.
  const { fillsDatabase = false, needsNoSecret = false, runsAlone } = commandOf(words).command;
  if (runsAlone) return runsAlone(env);
  const started = await start(readConfig(env), createLogger("error"), {
    mayShare: true,
    leavesDatabase: fillsDatabase,
    needsNoSecret,
  });
  try {
    // Invitations are stored here, and sent by the running product.
    return await runCommand(createOperator(started.deps), words);
  } finally {
    await started.stop();
  }
}
