/**
 * `npm run test:faults`: causes races, killed processes, an ended database, a full disk and more;
 * prints each scenario, its number of calls and its losses. `--short` is the part that
 * `npm run test:full` runs. With names it runs those scenarios: `npm run test:faults -- killed-app`.
 * PREVIOUS names the commit of the version before, which runs beside this one in `takeover`.
 */
import { build, checkNode, install, runOrExit } from "../prepare.mjs";
import { buildPrevious } from "./previous-build.mjs";

checkNode();
await install();
await build();
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith("--"));
const isTakeover = named.length === 0 || named.includes("takeover");
const previous = isTakeover ? buildPrevious(process.env.PREVIOUS) : { missing: "not asked for" };
runOrExit(process.execPath, ["--import", "tsx", "tools/faults/run.ts", ...words], {
  FAULTS_PREVIOUS: JSON.stringify(previous),
});
