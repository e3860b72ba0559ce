/** `npm run operator -- …`: operator commands on the build. */
import path from "node:path";
import { spawnSync } from "node:child_process";
import { build, checkNode, install, root } from "./prepare.mjs";

checkNode();
install();
build();
const { status } = spawnSync(
  process.execPath,
  [path.join(root, "build", "operator.js"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
