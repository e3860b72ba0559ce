/**
 * `npm run test:faults`: causes races, killed processes, an ended database, a full disk and more;
 * prints each scenario, its number of calls and its losses. `--short` is the part that
 * `npm run test:full` runs. With names it runs those scenarios: `npm run test:faults -- killed-app`.
 */
import { build, checkNode, install, runOrExit } from "../prepare.mjs";

checkNode();
await install();
await build();
runOrExit(process.execPath, ["--import", "tsx", "tools/faults/run.ts", ...process.argv.slice(2)]);
