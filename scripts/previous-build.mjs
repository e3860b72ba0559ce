/** Builds an earlier version of this repository, to run it beside this one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { must, root } from "./prepare.mjs";

const JOURNAL = "db/migrations/meta/_journal.json";
/** Versions before this decision do not start on a newer schema. */
const STARTS_AGAIN = "docs/decisions/0075-the-version-before-starts-again.md";

/**
 * Builds `commit`, or else the last one that had fewer migrations, in a temporary folder that goes
 * with this process.
 *
 * @param {string | undefined} commit
 * @returns {{ folder: string, name: string } | { missing: string }} why there is none, as where only a
 *   part of the history was cloned
 */
export function buildPrevious(commit) {
  const found = commit ?? lastWithFewerMigrations();
  if (!found) {
    return { missing: "this clone has no commit with fewer migrations that starts on newer ones" };
  }
  const name = git("log", "-1", "--format=%h of %cs", found);
  if (!name) return { missing: `this clone has no commit ${found}` };
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-previous-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  console.log(`Building ${name} …`);
  // Its files alone: the clone keeps no trace of it.
  must("sh", ["-c", 'git archive "$0" | tar -x -C "$1"', found, folder]);
  if (isUnchanged(found, "package-lock.json")) {
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  } else {
    must("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {}, folder);
  }
  must(process.execPath, ["scripts/build.mjs"], {}, folder);
  return { folder, name };
}

function lastWithFewerMigrations() {
  const entriesOf = (text) => JSON.parse(text).entries.length;
  const now = entriesOf(readFileSync(path.join(root, JOURNAL), "utf8"));
  for (const changed of git("log", "--format=%H", "--", JOURNAL).split("\n")) {
    const before = git("show", `${changed}^:${JOURNAL}`);
    const startsAgain = git("cat-file", "-t", `${changed}^:${STARTS_AGAIN}`) === "blob";
    if (before && startsAgain && entriesOf(before) < now) return git("rev-parse", `${changed}^`);
  }
  return null;
}

const isUnchanged = (commit, file) =>
  spawnSync("git", ["diff", "--quiet", commit, "--", file], { cwd: root }).status === 0;

/** What git says; nothing where it fails. */
function git(...words) {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
