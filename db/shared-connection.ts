import type pg from "pg";
import { isDatabaseAway, isPlanOutdated } from "./errors";
import { borrow } from "./pool";
import type { Statement } from "./statement";

/** Statements that travel together on one connection, outside a transaction. */
export class SharedConnection {
  /** False once every statement is answered: the connection is the pool's again. */
  isOpen = true;
  readonly #client: Promise<pg.PoolClient>;
  #unanswered = 0;
  #isSpent = false;

  constructor(pool: pg.Pool) {
    this.#client = packed(pool);
  }

  async send(statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    this.#unanswered += 1;
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#client;
      return await client.query(statement, values);
    } catch (error) {
      this.#isSpent ||= isPlanOutdated(error) || isDatabaseAway(error);
      throw error;
    } finally {
      this.#unanswered -= 1;
      if (this.#unanswered === 0) {
        this.isOpen = false;
        client?.release(this.#isSpent);
      }
    }
  }
}

/**
 * A connection, once everything that this turn of the event loop sends is known. Its statements
 * leave in one write.
 */
async function packed(pool: pg.Pool): Promise<pg.PoolClient> {
  const turnOver = new Promise((resolve) => setImmediate(resolve));
  const client = await borrow(pool);
  await turnOver;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client;
}
