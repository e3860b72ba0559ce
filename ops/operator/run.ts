import { FALLBACK_LANGUAGE } from "@locales/languages";
import { ZodError } from "zod";
import { BackupError } from "@db/backup";
import { refusalFrom } from "@server/access/call/refusal-from";
import { isStartError, start } from "@ops/running/start";
import type { FoundSettings } from "@ops/running/settings-file";
import { errorCode, reasonOf } from "@db/errors";
import { translateRefusal } from "@server/platform/words/translators.server";
import { authenticatorCommands, superAdminCommands } from "@ops/operator/commands/super-admins";
import { backupCommands } from "@ops/operator/commands/backups";
import { brandCommands } from "@ops/operator/commands/brands";
import { checkCommands } from "@ops/operator/commands/check";
import type { Command } from "./command";
import { runTyped } from "./command-line";
import { companyCommands } from "@ops/operator/commands/companies";
import { hostCommands } from "@ops/operator/commands/hosts";
import { type Operator, OperatorError, UsageError, createOperator } from "./operator";
import { launchCommands } from "@ops/operator/commands/launch";
import { sealingCommands } from "@ops/operator/commands/sealing";
import { secretCommands } from "@ops/operator/commands/secrets";
import { readConfig } from "@server/platform/config/environment";
import { createLogger } from "@server/platform/config/logger";

export const COMMANDS: readonly Command[] = [
  ...checkCommands,
  ...superAdminCommands,
  ...authenticatorCommands,
  ...companyCommands,
  ...hostCommands,
  ...brandCommands,
  ...sealingCommands,
  ...launchCommands,
  ...secretCommands,
  ...backupCommands,
];

/** Milliseconds that a command waits for the database. */
const PATIENCE_MS = 5_000;

/** Exit codes: success, refused or failed, wrong syntax. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** Returns the output of a command, or the help that was asked for. */
export const runCommand = (operator: Operator, words: readonly string[]): Promise<string> =>
  runTyped(COMMANDS, words, (command, ...typed) => command.run(operator, ...typed));

/** Returns the message and exit code of a failure; a refusal gives its text, never a stack. */
export function formatFailure(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: error.message, code: EXIT.usage };
  const code = EXIT.refused;
  if (error instanceof OperatorError || error instanceof BackupError || isStartError(error))
    return { text: error.message, code };
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
  // PostgreSQL and the file system say in one line what they refuse.
  if (errorCode(error) !== null) return { text: reasonOf(error), code };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), code };
}

/**
 * Starts the parts that a command needs, runs it and stops them. Returns its output; throws errors
 * for `formatFailure`.
 */
export function runProcess(
  settings: FoundSettings["env"] | (() => FoundSettings),
  words: readonly string[],
): Promise<string> {
  return runTyped(COMMANDS, words, async (command, ...typed) => {
    const { fillsDatabase = false, needsNoSecret = false, runsAlone } = command;
    // Help and wrong syntax need no settings.
    const { env, from } =
      typeof settings === "function" ? settings() : { env: settings, from: "the environment" };
    if (runsAlone) return runsAlone(env, from);
    const started = await start(readConfig(env), createLogger("error"), {
      mayShare: true,
      patienceMs: PATIENCE_MS,
      leavesDatabase: fillsDatabase,
      needsNoSecret,
    });
    try {
      // The command stores invitations; the running product sends them.
      return await command.run(createOperator(started.deps), ...typed);
    } finally {
      await started.stop();
    }
  });
}
