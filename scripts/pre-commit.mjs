/**
 * Git runs this before a commit (`npm run hooks`): formats the files that the commit changes, adds
 * them again and checks the texts, lints its code. A file of which only a part is to be committed is looked at alone.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { root, runOrExit } from "./prepare.mjs";

const changed = (...staged) =>
  spawnSync("git", ["diff", ...staged, "--name-only", "--diff-filter=ACMR", "-z"], {
    cwd: root,
    encoding: "utf8",
  })
    .stdout.split("\0")
    .filter(Boolean);

const files = changed("--cached");
const partly = new Set(changed());
const code = files.filter((file) => /\.(tsx?|m?js)$/.test(file));
const whole = files.filter((file) => !partly.has(file));
const bin = (name) => path.join(root, "node_modules", ".bin", name);

runOrExit(process.execPath, ["scripts/texts.mjs"]);
if (code.length > 0) {
  const words = ["--config", "oxlint.config.js", "--no-error-on-unmatched-pattern"];
  runOrExit(bin("oxlint"), [...words, ...code]);
  runOrExit(process.execPath, ["scripts/layers.mjs"]);
}
if (whole.length > 0) {
  runOrExit(bin("oxfmt"), ["--no-error-on-unmatched-pattern", ...whole]);
  runOrExit("git", ["add", "--", ...whole]);
}
