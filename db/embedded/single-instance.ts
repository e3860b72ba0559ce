import { Link } from "../pool/link";

/** For pg_try_advisory_lock, in the database `postgres`. */
const LOCK = 778_002;
const PATIENCE_MS = 800;

/**
 * The sign that a process owns the embedded server. PostgreSQL itself keeps it, as an advisory lock
 * of one session: it ends with the process that holds it, however that ends.
 */
export class OwnersLock {
  readonly #link: Link;

  private constructor(link: Link) {
    this.#link = link;
  }

  /** Null while another process holds it. */
  static async take(url: string, onLost: () => void): Promise<OwnersLock | null> {
    let isHeld = false;
    const link = await Link.open(linkOptions(url), () => {
      if (isHeld) onLost();
    });
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const [row] = await link.statement(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`);
      if (row?.taken === true) {
        isHeld = true;
        return new OwnersLock(link);
      }
      // A holder that was killed a moment ago may not have been noticed yet.
      if (Date.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await link.close();
    return null;
  }

  /** Makes the database if it is not there. */
  async ensureDatabase(name: string): Promise<void> {
    const found = await this.#link.statement("SELECT 1 FROM pg_database WHERE datname = $1", [
      name,
    ]);
    if (found.length === 0) await this.#link.statement(`CREATE DATABASE "${name}"`);
  }

  async release(): Promise<void> {
    await this.#link.close();
  }
}

function linkOptions(url: string) {
  return {
    url,
    applicationName: "prelaunch owner",
    connectTimeoutMs: 5000,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  };
}
