import { spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { startProgressLine } from "./progress-line.mjs";

/** The server's exit code for a database that another commit made (ops/running/main.ts). */
export const EXIT_OTHER_BASELINE = 3;

/**
 * Runs the demo's server until it ends, and exits with its code. On a terminal a line moves until the
 * server prints something. A database of another commit in the demo's own folder is set aside, and the
 * server started once more; one that the environment names is left alone.
 *
 * @param {{ command: readonly string[], cwd: string, dataDir: string }} server
 */
export function serveDemo({ command, cwd, dataDir }) {
  const [file = "", ...parameters] = command;
  const isOwn = !process.env.DATABASE_URL && !process.env.DATA_DIR;
  const serve = () => {
    const stop = process.stdout.isTTY
      ? startProgressLine("Starting, with the demo's data …")
      : () => {};
    const child = spawn(file, parameters, {
      cwd,
      stdio: ["inherit", "pipe", "pipe"],
      env: {
        NODE_ENV: "production",
        // Shows the addresses only, without a line per request.
        LOG_LEVEL: "warn",
        DATA_DIR: dataDir,
        ...process.env,
        DEMO: "1",
      },
    });
    for (const name of ["stdout", "stderr"]) {
      child[name].on("data", (chunk) => {
        stop();
        process[name].write(chunk);
      });
    }
    child.on("close", (code, signal) => {
      stop();
      if (code !== EXIT_OTHER_BASELINE || !isOwn) process.exit(code ?? (signal ? 0 : 1));
      const aside = `${dataDir}-until-${new Date().toISOString().replaceAll(":", "-")}`;
      renameSync(dataDir, aside);
      console.log(`Its folder is now ${aside}; the demo is made anew.`);
      server = serve();
    });
    return child;
  };
  let server = serve();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => server.kill(signal));
  }
}
