import pg from "pg";

/** Key of pg_try_advisory_lock in the database `postgres`. */
const LOCK = 778_002;
const PATIENCE_MS = 800;

/**
 * Marks the owner of the embedded server: a session-level advisory lock, which PostgreSQL releases
 * when the owning process ends in any way.
 */
export class OwnersLock {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Returns null if another process holds it. */
  static async take(url: string, onLost: () => void): Promise<OwnersLock | null> {
    let isHeld = false;
    const client = new pg.Client({
      connectionString: url,
      application_name: "prelaunch owner",
      connectionTimeoutMillis: 5000,
    });
    // The "end" event follows, which is handled.
    client.on("error", () => undefined);
    client.on("end", () => {
      if (isHeld) onLost();
    });
    await client.connect();
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>(
        `SELECT pg_try_advisory_lock(${LOCK}) AS locked`,
      );
      if (rows[0]?.locked) {
        isHeld = true;
        return new OwnersLock(client);
      }
      // PostgreSQL may not have noticed yet that a holder was killed.
      if (Date.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await client.end();
    return null;
  }

  /** Creates the database unless it exists. */
  async ensureDatabase(name: string): Promise<void> {
    const found = await this.#client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rows.length === 0) await this.#client.query(`CREATE DATABASE "${name}"`);
  }

  async release(): Promise<void> {
    await this.#client.end();
  }
}
