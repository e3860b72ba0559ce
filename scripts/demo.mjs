/** `npm run demo`: from a fresh clone to a running product with demo data. */
import { spawn } from "node:child_process";
import { renameSync } from "node:fs";
import path from "node:path";
import { build, checkNode, install, root } from "./prepare.mjs";

checkNode();
install();
build();

const DATA_DIR = path.join(root, ".data", "demo");
/** The server's code for a database that another commit made (server/main.ts). */
const EXIT_OTHER_BASELINE = 3;

let server = serve();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));

function serve() {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", path.join(root, "build", "main.js")],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        NODE_ENV: "production",
        // Shows the addresses only, without a line per request.
        LOG_LEVEL: "warn",
        DATA_DIR,
        ...process.env,
        DEMO: "1",
      },
    },
  );
  child.on("exit", (code, signal) => {
    const isOwn = !process.env.DATABASE_URL && !process.env.DATA_DIR;
    if (code !== EXIT_OTHER_BASELINE || !isOwn) process.exit(code ?? (signal ? 0 : 1));
    const aside = `${DATA_DIR}-until-${new Date().toISOString().replaceAll(":", "-")}`;
    renameSync(DATA_DIR, aside);
    console.log(`Its folder is now ${aside}; the demo is made anew.`);
    server = serve();
  });
  return child;
}
