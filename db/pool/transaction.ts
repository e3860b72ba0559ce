import { ConnectionError } from "../errors";
import type { Link, Rows, Values } from "./link";

/** Statements of one transaction, on its own connection. */
export interface Session {
  statement(text: string, parameters?: unknown[]): Promise<Rows>;
  values(text: string, parameters?: unknown[]): Promise<Values>;
  /** Runs inside a savepoint, and rolls back to it when `run` throws. */
  savepoint<T>(run: (session: Session) => Promise<T>): Promise<T>;
}

/**
 * Runs `run` between BEGIN and COMMIT. Ends at once with CONNECTION_CLOSED when the connection is
 * lost, and whatever `run` still sends then is refused: it never reaches another transaction.
 * A COMMIT that the server turns into a rollback, because an error inside was swallowed, throws.
 */
export async function runTransaction<T>(
  link: Link,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let savepoints = 0;
  const open = (): Link => {
    if (isOver) throw new ConnectionError("CONNECTION_CLOSED", "The transaction is over.");
    return link;
  };
  const session: Session = {
    statement: async (text, parameters) => open().statement(text, parameters),
    values: async (text, parameters) => open().values(text, parameters),
    savepoint: async (inner) => {
      const name = `sp${(savepoints += 1)}`;
      await session.statement(`SAVEPOINT ${name}`);
      try {
        const result = await inner(session);
        await session.statement(`RELEASE SAVEPOINT ${name}`);
        return result;
      } catch (error) {
        if (link.alive && !isOver) await session.statement(`ROLLBACK TO SAVEPOINT ${name}`);
        throw error;
      }
    },
  };

  await link.statement("BEGIN");
  try {
    const result = await Promise.race([run(session), link.lost]);
    isOver = true;
    const committed = await link.statement("COMMIT");
    if (committed.command !== "COMMIT") {
      throw new Error("The transaction was rolled back: a statement in it had failed.");
    }
    return result;
  } catch (error) {
    isOver = true;
    if (link.alive) {
      await link.statement("ROLLBACK").catch(() => link.kill("A transaction could not be ended."));
    }
    throw error;
  }
}
