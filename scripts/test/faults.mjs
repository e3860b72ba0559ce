/**
 * `npm run test:faults`: races, killed processes, a database that ends, a full disk and more; prints
 * what was done, how often and what was lost. `--short` is the part that `npm test` runs. With names
 * it runs those scenarios: `npm run test:faults -- killed-app`.
 */
import { build, checkNode, install, must } from "../prepare.mjs";

checkNode();
await install();
await build();
must(process.execPath, ["--import", "tsx", "ops/faults/run.ts", ...process.argv.slice(2)]);
