import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isConcurrent } from "@db/startup/migrate";

/**
 * Returns the linter's findings in each text, as `rule: line of the file`, by the name of its file.
 */
export async function lintMigrations(
  texts: Record<string, string>,
): Promise<Record<string, string[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-lint-"));
  try {
    const names = Object.keys(texts);
    for (const name of names) writeFileSync(path.join(folder, name), texts[name] ?? "");
    const alone = names.filter((name) => isConcurrent(statementsOf(texts[name] ?? "")));
    const together = names.filter((name) => !alone.includes(name));
    const findings = [
      ...(await runLinter(folder, together, [])),
      ...(await runLinter(folder, alone, ["--no-assume-in-transaction"])),
    ];
    return Object.fromEntries(
      names.map((name) => [
        name,
        findings
          .filter(({ file }) => file === name)
          .map(
            ({ rule_name: rule, line }) =>
              `${rule}: ${texts[name]?.split("\n")[line]?.trim() ?? ""}`,
          ),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Finding {
  file: string;
  rule_name: string;
  line: number;
}

/** Runs one process for all files: to start it takes longer than to lint. */
async function runLinter(folder: string, names: string[], args: string[]): Promise<Finding[]> {
  // The linter without a file would wait for its input.
  if (names.length === 0) return [];
  const root = path.join(import.meta.dirname, "..");
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [
        path.join(root, "node_modules/squawk-cli/js/bin/squawk"),
        "--reporter",
        "json",
        "--config",
        path.join(root, ".squawk.toml"),
        ...args,
        ...names,
      ],
      { cwd: folder },
      // The linter exits with 1 if it finds something.
      (error, stdout, stderr) =>
        stdout.startsWith("[") ? resolve(stdout) : reject(new Error(stderr, { cause: error })),
    );
  });
  return JSON.parse(output) as Finding[];
}

/** Splits a file as drizzle does. */
const statementsOf = (text: string): string[] => text.split("--> statement-breakpoint");
