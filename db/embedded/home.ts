import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { type Account, canReach, EmbeddedError, serverAccount, serverEnvironment } from "./account";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Binaries } from "./binaries";

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
        `--pgdata=${data}`,
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--no-instructions",
        // PostgreSQL's own Unicode rules are the same on every system, whatever its locales.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
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

/** The folders of one embedded server. */
export interface Home {
  path: string;
  /** The folder PGDATA. */
  data: string;
  log: string;
  account: Account | null;
}

/** Folders for the data if the server's user cannot reach DATA_DIR. */
const OUTSIDE = ["/var/lib", "/var/tmp"];

/**
 * Opens the server's folder, DATA_DIR/postgres. Root runs the server as another user: if that user
 * cannot reach DATA_DIR, the folder is outside it, and the file DATA_DIR/postgres.place holds its
 * path.
 */
export function openHome(dataDir: string): Home {
  try {
    return homeIn(resolve(dataDir));
  } catch (cause) {
    if (cause instanceof EmbeddedError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedError(`The data folder ${dataDir} cannot be used: ${reason}`, { cause });
  }
}

function homeIn(dataDir: string): Home {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    // The server's user needs to pass through the folder, not to list it.
    if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  }
  const base = realpathSync(dataDir);
  const pointer = join(base, "postgres.place");
  const path = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(base, "postgres");
  const account = serverAccount(join(path, "data"));
  if (!account || canReach(account, existsSync(path) ? dirname(path) : base)) {
    return prepared(path, account);
  }
  if (existsSync(join(path, "data"))) {
    throw new EmbeddedError(
      `The database in ${path} lies behind a folder that its user may not enter: allow it (chmod o+x), or move it.`,
    );
  }
  const outside = makeOutside();
  writeFileSync(pointer, `${outside}\n`);
  return prepared(outside, account);
}

function makeOutside(): string {
  for (const place of OUTSIDE) {
    try {
      return mkdtempSync(join(place, "prelaunch-"));
    } catch {
      // A folder that is missing or not writable is passed over.
    }
  }
  throw new EmbeddedError(
    "As root, the embedded database needs a DATA_DIR that other users may pass through (chmod o+x).",
  );
}

function prepared(path: string, account: Account | null): Home {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  else if (process.getuid && statSync(path).uid !== process.getuid()) {
    throw new EmbeddedError(`The database in ${path} belongs to another user: start as that user.`);
  }
  const log = join(path, "postgres.log");
  return { path, data: join(path, "data"), log, account };
}

/** Returns the preferred port if it is free, else any free port. */
export async function freePort(wished = 0): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (wished === 0) reject(error);
      else resolvePort(freePort());
    });
    probe.listen({ port: wished, host: "127.0.0.1", exclusive: true }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolvePort(port));
    });
  });
}
