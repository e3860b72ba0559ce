import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "../embedded/binaries";

/**
 * `pg_ctl restart -m immediate`: cuts every connection without notice; the server then replays its
 * log.
 */
export async function restartImmediately(dataDir: string): Promise<void> {
  const data = join(dataDir, "postgres", "data");
  const { uid, gid } = statSync(data);
  await promisify(execFile)(
    join(dirname(findBinaries().postgres), "pg_ctl"),
    ["restart", "-w", "-m", "immediate", "-D", data, "-l", join(data, "restart.log")],
    { cwd: "/", ...(process.getuid?.() === 0 ? { uid, gid } : {}) },
  );
}
