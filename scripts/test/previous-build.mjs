/** Builds the previous release of this repository, to run it beside this one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runOrExit, root } from "../prepare.mjs";

/**
 * Builds `commit`, or else the last tagged version, or else that of the newest installation to take over
 * (tools/takeover), in a temporary folder that goes with this process.
 *
 * @param {string | undefined} commit
 * @returns {{ folder: string, name: string } | { missing: string }} why there is none, as where only a
 *   part of the history was cloned
 */
export function buildPrevious(commit) {
  const found =
    commit ||
    git("describe", "--tags", "--abbrev=0", "HEAD^") ||
    git("log", "-1", "--format=%h", "HEAD^", "--", "tools/takeover/*.backup");
  if (!found) return { missing: "this clone has no version before this one" };
  const name = git("log", "-1", "--format=%h of %cs", found);
  if (!name) return { missing: `this clone has no commit ${found}` };
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-previous-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  console.log(`Building ${name} …`);
  // `git archive` writes the files alone: the clone keeps no trace of it.
  runOrExit("sh", ["-c", 'git archive "$0" | tar -x -C "$1"', found, folder]);
  if (isUnchanged(found, "package-lock.json")) {
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  } else {
    runOrExit("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {}, folder);
  }
  runOrExit(process.execPath, ["scripts/build.mjs"], {}, folder);
  return { folder, name };
}

const isUnchanged = (commit, file) =>
  spawnSync("git", ["diff", "--quiet", commit, "--", file], { cwd: root }).status === 0;

/** Returns the output of git; nothing if it fails. */
function git(...words) {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
