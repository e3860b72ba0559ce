import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";

/** The embedded database cannot run; the message is one line for the person who started it. */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}

/** The operating-system user that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The environment of PostgreSQL's programs, without secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

const UNPRIVILEGED = ["postgres", "_postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root: returns the owner of existing data, else the first
 * unprivileged user that exists. Null for a non-root user, who runs it directly.
 */
export function serverAccount(data: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of UNPRIVILEGED) {
    const account = accountOf(name);
    if (account) return account;
  }
  throw new EmbeddedError(
    "The embedded database cannot run as root, and there is no user postgres or nobody to run it as.",
  );
}

function accountOf(name: string): Account | null {
  try {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" })),
    );
    return uid && gid ? { uid, gid } : null;
  } catch {
    return null;
  }
}

/** Tells that the account may enter every folder on the way to `path`, and `path` itself. */
export function canReach(account: Account, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & needed) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
