import { execFile } from "node:child_process";
import path from "node:path";
import { isConcurrent } from "@db/migrate";

/** The first migration that is linted: earlier ones were released without it. */
export const FIRST_LINTED = 19;

/**
 * Findings that are accepted, with the reason, in files that cannot say so themselves: a backup names
 * a migration by its hash, so a file that was applied is not edited.
 */
export const ACCEPTED: Record<string, Record<string, string>> = {
  "0019_checkpoint-sizes.sql": {
    "require-concurrent-index-creation":
      "Only the sealer writes to checkpoints, which were new in the same release; it waits.",
  },
};

/** What the linter found, as `rule: line of the file`. */
export async function lintMigration(text: string, name: string): Promise<string[]> {
  const root = path.join(import.meta.dirname, "..");
  const args = ["--reporter", "json", "--config", path.join(root, ".squawk.toml")];
  if (isConcurrent(statementsOf(text))) args.push("--no-assume-in-transaction");
  const output = await new Promise<string>((resolve, reject) => {
    const linter = execFile(
      process.execPath,
      [path.join(root, "node_modules/squawk-cli/js/bin/squawk"), ...args, "--stdin-filepath", name],
      // It exits with 1 if it finds something.
      (error, stdout, stderr) =>
        stdout.startsWith("[") ? resolve(stdout) : reject(new Error(stderr, { cause: error })),
    );
    linter.stdin?.end(text);
  });
  const found = JSON.parse(output) as { rule_name: string; line: number }[];
  return found
    .filter(({ rule_name: rule }) => !ACCEPTED[name]?.[rule])
    .map(({ rule_name: rule, line }) => `${rule}: ${text.split("\n")[line]?.trim() ?? ""}`);
}

/** As drizzle splits a file. */
const statementsOf = (text: string): string[] => text.split("--> statement-breakpoint");
