/**
 * `npm run test:cluster`: the cluster of deploy/cluster under load, while its parts are killed; prints
 * what was lost and how long clients waited. Needs Debian's packages, and names those that are missing.
 */
import { build, checkNode, install, must } from "./prepare.mjs";

checkNode();
install();
build();
must(process.execPath, ["--import", "tsx", "faults/cluster.ts", ...process.argv.slice(2)]);
