import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { serverEnvironment, EmbeddedError } from "./account";
import type { Binaries } from "./binaries";
import type { Home } from "./home";

/** The name of the database and of its owner. */
export const OWNER = "prelaunch";

const PASSWORD_FILE = "prelaunch-password";

/**
 * Creates the data folder unless it exists. It is created under a temporary name and then renamed,
 * so that an interrupted or concurrent attempt leaves no partial data.
 */
export async function initialise(home: Home, binaries: Binaries, isDurable: boolean) {
  const versionFile = join(home.data, "PG_VERSION");
  if (existsSync(versionFile)) {
    const made = readFileSync(versionFile, "utf8").trim();
    const ours = binaries.version.split(".")[0];
    if (made === ours) return;
    throw new EmbeddedError(
      `The data in ${home.data} is of PostgreSQL ${made}, this is ${ours}: restore a backup into a new DATA_DIR.`,
    );
  }
  const work = mkdtempSync(join(home.path, "making-"));
  const passwordFile = join(work, "password");
  const password = randomBytes(24).toString("base64url");
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (home.account) {
      for (const path of [work, passwordFile]) {
        chownSync(path, home.account.uid, home.account.gid);
      }
    }
    const data = join(work, "data");
    await promisify(execFile)(
      binaries.initdb,
      [
        ...[`--pgdata=${data}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`],
        ...["--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"],
        // PostgreSQL's own Unicode rules are the same on every system, whatever its locales.
        ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        ...(isDurable ? [] : ["--no-sync"]),
      ],
      { ...home.account, cwd: home.path, env: serverEnvironment() },
    );
    moveIntoPlace(home, data, password);
  } catch (cause) {
    if (cause instanceof EmbeddedError) throw cause;
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : String(cause);
    throw new EmbeddedError(
      `The embedded database could not be made in ${home.path}: ${said.trim().split("\n").at(-1) ?? ""}`,
      { cause },
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function moveIntoPlace(home: Home, data: string, password: string): void {
  // The password is stored inside the data folder, so that the two always match.
  const kept = join(data, PASSWORD_FILE);
  writeFileSync(kept, password, { mode: 0o600 });
  if (home.account) chownSync(kept, home.account.uid, home.account.gid);
  try {
    renameSync(data, home.data);
  } catch (error) {
    if (!existsSync(join(home.data, "PG_VERSION"))) throw error;
  }
}

/**
 * Reads the password that was created with the data; only its owner and the server's user can read
 * it.
 */
export function passwordOf(home: Home): string {
  return readFileSync(join(home.data, PASSWORD_FILE), "utf8");
}
