/**
 * The commit-msg hook: refuses a message whose subject is empty or longer than 72 characters, or
 * whose body does not follow an empty line. Messages that git generates (merge, fixup) pass.
 */
import { readFileSync } from "node:fs";

const MOST = 72;

const [file] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node scripts/commit-message.mjs <file>");
  process.exit(2);
}

const lines = readFileSync(file, "utf8")
  // `git commit --verbose` shows the diff below this line.
  .split(/^# -+ >8 -+$/m)[0]
  .split("\n")
  .filter((line) => !line.startsWith("#"));
const [subject = "", second = ""] = lines.join("\n").trim().split("\n");

const fault = faultOf();
if (fault) {
  console.error(fault);
  process.exit(1);
}

function faultOf() {
  if (/^(Merge|Revert|fixup!|squash!|amend!) /.test(subject)) return null;
  if (subject.trim() === "") return "The commit has no subject.";
  const length = [...subject].length;
  if (length > MOST) return `The subject has ${length} characters; at most ${MOST} are read whole.`;
  if (second.trim() !== "") return "Leave the line after the subject empty.";
  return null;
}
