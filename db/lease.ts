import type pg from "pg";
import { type BatchStatement, sendBatch } from "./batch";
import { joinRows, type Waiting } from "./join-rows";
import { errorCode, isDatabaseAway, isPlanOutdated, TransactionOverError } from "./errors";
import { types, writeTogether } from "./pool";
import { nameOf, type Statement } from "./statement";
import type { Settings } from "./timeouts";

/** A statement was refused because an earlier one of its transaction had failed. */
const IN_FAILED_TRANSACTION = "25P02";

/**
 * A connection during one transaction. What is sent in one turn of the event loop travels together,
 * BEGIN with the first statements: the server runs none of them if BEGIN fails.
 */
export class Lease {
  /** Rejects when the connection is lost; never resolves. */
  readonly lost: Promise<never>;
  /** The last command that completed. */
  lastCommand = "";
  /** Once true, further statements are refused, so that they cannot reach another transaction. */
  isOver = false;
  /** Callers that have joined the transaction and still run. */
  joined = 0;
  /** Whether statements that take rows are joined (`joinRows`). */
  joinsRows = false;
  readonly #client: pg.PoolClient;
  readonly #timeouts: Settings;
  readonly #preparesStatements: boolean;
  /** BEGIN, until it is sent. */
  #begin: Statement | null = null;
  #waiting: Waiting[] = [];
  /** Whether COMMIT travels with the waiting statements. */
  #isEnding = false;
  /** The answer to a COMMIT that was sent with the last statements. */
  #commit: Promise<pg.QueryResult> | null = null;
  #isSpent = false;
  /** What a statement failed with; those that were sent with it fail for the same reason. */
  #failure: unknown;
  #lose: (error: Error) => void = () => undefined;

  constructor(client: pg.PoolClient, timeouts: Settings, preparesStatements: boolean) {
    this.#client = client;
    this.#timeouts = timeouts;
    this.#preparesStatements = preparesStatements;
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    client.once("error", this.#lose);
  }

  async send(statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    if (this.isOver && statement.text !== "commit" && statement.text !== "rollback") {
      throw new TransactionOverError("The transaction is over.");
    }
    if (statement.text.startsWith("begin")) {
      this.#begin = statement;
      return nothing("BEGIN");
    }
    if (this.#begin && this.#waiting.length === 0 && statement.text === "rollback")
      return nothing((this.lastCommand = "ROLLBACK"));
    try {
      const result = await (statement.text === "commit" && this.#commit
        ? this.#commit
        : this.#sendTogether(statement, values));
      this.lastCommand = result.command;
      return result;
    } catch (error) {
      this.#isSpent ||= isPlanOutdated(error) || isDatabaseAway(error);
      if (errorCode(error) !== IN_FAILED_TRANSACTION) this.#failure = error;
      throw this.#failure ?? error;
    }
  }

  /** See `commitWith` in `client.ts`. */
  commitWith<T>(send: () => Promise<T>): Promise<T> {
    this.#isEnding = this.joined === 0;
    return send().finally(() => (this.#isEnding = false));
  }

  #sendTogether(statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) process.nextTick(() => void this.#sendWaiting());
      this.#waiting.push({ statement, values, resolve, reject });
    });
  }

  async #sendWaiting(): Promise<void> {
    // A text without values may contain several statements, which no batch can.
    const isBatch = () => this.#waiting.every(({ values }) => values.length > 0);
    let begin = this.#begin;
    this.#begin = null;
    if (begin && !isBatch()) {
      // What is sent meanwhile waits too, in its order.
      const text = `${begin.text}; ${this.#timeouts.text}`;
      const failure = await this.#client.query({ ...begin, text }).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure) {
        for (const { reject } of this.#taken()) reject(failure.error);
        return;
      }
      begin = null;
    }
    writeTogether(this.#client);
    if (isBatch() && (begin || this.#isEnding || this.#waiting.length > 1)) {
      this.#sendBatch(begin, this.#taken());
      return;
    }
    for (const { statement, values, resolve, reject } of this.#taken()) {
      this.#client.query(statement, values).then(resolve, reject);
    }
  }

  #taken(): Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return this.joinsRows ? joinRows(waiting) : waiting;
  }

  #sendBatch(begin: Statement | null, waiting: readonly Waiting[]): void {
    const named = (text: string, values: unknown[]): BatchStatement => ({
      text,
      values,
      ...(this.#preparesStatements && { name: nameOf(text) }),
    });
    const before = begin
      ? [
          named(begin.text, []),
          named(this.#timeouts.statement.text, this.#timeouts.statement.values),
        ]
      : [];
    const timeout = waiting.find(({ statement }) => statement.query_timeout)?.statement
      .query_timeout;
    const results = sendBatch(
      this.#client,
      [
        ...before,
        ...waiting.map(({ statement, values }) => ({ ...statement, values })),
        ...(this.#isEnding ? [{ text: "commit", values: [] }] : []),
      ],
      { types, timeout },
    );
    if (this.#isEnding) {
      this.isOver = true;
      this.#commit = results.at(-1) ?? null;
      this.#commit?.catch(() => undefined);
    }
    // What they fail with, the statements behind them fail with too.
    for (const result of results.slice(0, before.length)) result.catch(() => undefined);
    waiting.forEach(({ resolve, reject }, place) => {
      results[before.length + place]?.then(resolve, reject);
    });
  }

  end(): void {
    this.isOver = true;
    this.#client.off("error", this.#lose);
    const isIdle = this.#client.getTransactionStatus() === "I";
    this.#client.release(!isIdle || this.#isSpent || this.#waiting.length > 0);
  }
}

/** The answer to a command that is not sent, or not yet. */
const nothing = (command: string): pg.QueryResult => ({
  command,
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
});
