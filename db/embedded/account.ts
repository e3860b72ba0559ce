import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedError } from "./embedded-error";

/** Whom PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** What PostgreSQL's programs see of our environment: none of its secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

const UNPRIVILEGED = ["postgres", "_postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root: then it is the owner of the data already there, else the first
 * of some unprivileged users that exists. Null for an ordinary user, who runs it as themself.
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

/** Whether the account may pass through every folder on the way to `path`, and into it. */
export function canReach(account: Account, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & needed) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
