/**
 * `npm run test:attacks`: attacks the built product over HTTP; prints each attack, its number of
 * tries and its result. `--short` is the part that `npm run test:full` runs. With names it runs those
 * attacks: `npm run test:attacks -- sessions`.
 */
import { build, checkNode, install, runOrExit } from "../prepare.mjs";

checkNode();
await install();
await build();
runOrExit(process.execPath, ["--import", "tsx", "tools/attacks/run.ts", ...process.argv.slice(2)]);
