/** `npm run demo`: from a fresh clone to a running product with demo data. */
import { spawn } from "node:child_process";
import path from "node:path";
import { build, checkNode, install, root } from "./prepare.mjs";

checkNode();
install();
build();

const server = spawn(
  process.execPath,
  ["--enable-source-maps", path.join(root, "build", "main.js")],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      NODE_ENV: "production",
      // Shows the addresses only, without a line per request.
      LOG_LEVEL: "warn",
      DATA_DIR: path.join(root, ".data", "demo"),
      ...process.env,
      DEMO: "1",
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
