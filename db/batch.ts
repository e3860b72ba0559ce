import pg from "pg";

/** A statement of a batch; `values` are its parameters. */
export interface BatchStatement extends pg.QueryConfig {
  values: unknown[];
}

/** A query with what node-postgres calls on it; its types leave these out. */
interface Answered extends pg.Query {
  name?: string;
  text: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(connection: object): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: object): void;
  handleReadyForQuery(connection: object): void;
  handleError(error: unknown, connection: object): void;
}

/** The part of node-postgres' connection that a batch uses. */
interface Wire {
  stream: { destroy(): void };
  submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/**
 * Statements with one Sync behind them: the server answers them in one piece, and runs none behind
 * one that failed. Each is settled by itself: those before the failed one resolve, it and those
 * behind it reject with its error.
 *
 * The driver lets only its own kind of query into a pipeline, so this is one, and its statements are
 * queries of the driver that parse their own answers.
 */
class Batch extends pg.Query {
  /** Read by the driver: the most generous timeout of the statements. */
  readonly query_timeout: number | undefined;
  /** Called by the driver's timeout; the statement at hand and those behind it fail. */
  callback: (error?: Error | null) => void;
  /** The statement whose answer comes next: the driver notes that the server knows its name. */
  name: string | undefined;
  text: string | undefined;
  readonly #queries: Answered[];
  #at = 0;
  #isOver = false;

  constructor(queries: Answered[], timeout: number | undefined) {
    super({ text: "" });
    this.#queries = queries;
    this.query_timeout = timeout;
    this.callback = () => undefined;
    this.#point();
  }

  override submit = (connection: object): void => {
    const wire = connection as Wire;
    const withoutSync = Object.create(wire, {
      sync: { value: () => undefined },
      close: { value: () => wire.stream.destroy() },
    }) as object;
    for (const query of this.#queries) query.prepare(withoutSync);
    wire.sync();
  };

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: object): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
    this.#point();
  }

  handleEmptyQuery(): void {
    this.#at += 1;
    this.#point();
  }

  handleReadyForQuery(connection: object): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.callback();
    for (const query of this.#queries) query.handleReadyForQuery(connection);
  }

  handleError(error: unknown, connection: object): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.callback();
    const { submittedNamedStatements } = connection as Wire;
    this.#queries.forEach((query, place) => {
      if (place < this.#at) return query.handleReadyForQuery(connection);
      // The server skipped it, or may have: its name stands for nothing yet.
      if (query.name !== undefined) delete submittedNamedStatements[query.name];
      query.handleError(error, connection);
    });
  }

  #point(): void {
    const query = this.#queries[this.#at];
    this.name = query?.name;
    this.text = query?.text;
  }
}

/** Sends statements in one batch. Each result is settled by itself. */
export function sendBatch(
  client: pg.ClientBase,
  statements: readonly BatchStatement[],
  { types, timeout }: { types: pg.CustomTypesConfig; timeout?: number | undefined },
): Promise<pg.QueryResult>[] {
  const queries: Answered[] = [];
  const results = statements.map(
    (statement) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const query = new pg.Query({ types, ...statement }) as Answered;
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        queries.push(query);
      }),
  );
  client.query(new Batch(queries, timeout));
  return results;
}
