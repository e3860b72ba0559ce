import net from "node:net";
import { performance } from "node:perf_hooks";
import postgres from "postgres";
import { ConnectionError } from "../errors";
import { teachTypes } from "./value-types";

export interface LinkOptions {
  /** `postgres://…`, naming one host. */
  url: string;
  /** What pg_stat_activity shows. */
  applicationName: string;
  connectTimeoutMs: number;
  /** The server ends a statement that runs longer. */
  statementTimeoutMs: number;
  /** The server ends a session whose open transaction does nothing for longer. */
  idleInTransactionTimeoutMs: number;
}

/** How long after the server should have ended a statement the silence counts as a dead network. */
const SILENCE_GRACE_MS = 10_000;

export type Rows = postgres.RowList<postgres.Row[]>;
export type Values = postgres.ValuesRowList<postgres.Row[]>;

/**
 * One connection's one life. A postgres.js client of its own with `max: 1`, thrown away when the
 * connection ends: postgres.js 3.4.9 would revive it with what was left unsent, an old error or
 * somebody else's transaction still in it, and writes to a socket that is gone from a timer, which
 * ends the process (its issues 1154 and 1208; docs/decisions). Here nothing is sent after the end.
 */
export class Link {
  readonly bornAt = performance.now();
  /** When it was last given back to its pool. */
  idleSince = this.bornAt;
  /** Rejects when the connection ends, and never resolves. */
  readonly lost: Promise<never>;
  readonly #client: postgres.Sql;
  readonly #options: LinkOptions;
  readonly #onEnd: (link: Link) => void;
  #reportLoss: (error: ConnectionError) => void = () => undefined;
  #socket: net.Socket | null = null;
  #end: ConnectionError | null = null;
  #dialled = false;
  #unanswered = 0;
  #silentSince = 0;

  private constructor(options: LinkOptions, onEnd: (link: Link) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    this.lost = new Promise((_, reject) => {
      this.#reportLoss = reject;
    });
    this.lost.catch(() => undefined);
    // `socket` is documented by postgres.js but missing from its types.
    const dialling = { socket: (target: Target) => this.#dial(target) };
    this.#client = postgres(options.url, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: Math.ceil(options.connectTimeoutMs / 1000),
      keep_alive: 30,
      // Its query runs where nobody would catch its error; value-types.ts says what it would find.
      fetch_types: false,
      connection: { application_name: options.applicationName },
      onnotice: () => undefined,
      onclose: () => this.#ended("The connection to the database was lost."),
      ...dialling,
    });
    teachTypes(this.#client.options);
  }

  /** Connects and sets the session up; throws what made that impossible. */
  static async open(options: LinkOptions, onEnd: (link: Link) => void): Promise<Link> {
    const link = new Link(options, onEnd);
    try {
      await link.statement(
        `SET statement_timeout = ${options.statementTimeoutMs};` +
          `SET idle_in_transaction_session_timeout = ${options.idleInTransactionTimeoutMs};` +
          "SET timezone = 'UTC'",
      );
      return link;
    } catch (error) {
      link.kill("The connection could not be set up.");
      throw error;
    }
  }

  get alive(): boolean {
    return this.#end === null;
  }

  /** Rows as objects. Without parameters the text may be several statements. */
  async statement(text: string, parameters: unknown[] = []): Promise<Rows> {
    return this.#answered(() => this.#send(text, parameters));
  }

  /** Rows as arrays, in the order of the columns. */
  async values(text: string, parameters: unknown[] = []): Promise<Values> {
    return this.#answered(() => this.#send(text, parameters).values());
  }

  /** Whether the server owes an answer for so long that it, or the way to it, must be dead. */
  isSilent(): boolean {
    const limitMs = this.#options.statementTimeoutMs + SILENCE_GRACE_MS;
    return this.#unanswered > 0 && performance.now() - this.#silentSince > limitMs;
  }

  /** Ends the connection politely. What is under way may finish for `graceSeconds`. */
  async close(graceSeconds = 0): Promise<void> {
    await this.#client.end({ timeout: graceSeconds });
    this.#ended("The connection was closed.");
    this.#socket?.destroy();
  }

  /** Ends the connection at once; the server rolls back what was open. */
  kill(reason: string): void {
    this.#ended(reason);
    this.#socket?.destroy();
  }

  #send(text: string, parameters: unknown[]) {
    // Named statements save a round trip and the planning; a lifetime bounds how many gather.
    return this.#client.unsafe<postgres.Row[]>(
      text,
      // What a value is worth is decided by the server's type of its place, not by TypeScript's.
      parameters as postgres.ParameterOrJSON<never>[],
      { prepare: true },
    );
  }

  async #answered<T>(send: () => PromiseLike<T>): Promise<T> {
    if (this.#end) throw this.#end;
    if (this.#unanswered === 0) this.#silentSince = performance.now();
    this.#unanswered += 1;
    try {
      return await send();
    } finally {
      this.#unanswered -= 1;
      this.#silentSince = performance.now();
    }
  }

  async #dial(target: Target): Promise<net.Socket> {
    if (this.#dialled) throw this.#end ?? new ConnectionError("CONNECTION_CLOSED", "Not again.");
    this.#dialled = true;
    const socket = await dial(target, this.#options.connectTimeoutMs);
    if (this.#end) {
      socket.destroy();
      throw this.#end;
    }
    this.#socket = socket;
    return socket;
  }

  #ended(reason: string): void {
    if (this.#end) return;
    this.#end = new ConnectionError("CONNECTION_CLOSED", reason);
    this.#reportLoss(this.#end);
    // Rejects whatever postgres.js still keeps for this connection.
    this.#client.end({ timeout: 0 }).catch(() => undefined);
    this.#onEnd(this);
  }
}

interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/** A connected socket, with its host on it: postgres.js reads that for TLS. */
async function dial(target: Target, timeoutMs: number): Promise<net.Socket> {
  const host = target.host[0] ?? "localhost";
  const port = target.port[0] ?? 5432;
  const socket = new net.Socket();
  socket.setNoDelay(true);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.setTimeout(timeoutMs, () => {
        reject(new ConnectionError("CONNECT_TIMEOUT", `No answer from ${host}:${port}.`));
      });
      if (target.path) socket.connect({ path: target.path }, resolve);
      else socket.connect({ host, port }, resolve);
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.setTimeout(0);
  socket.removeAllListeners("timeout").removeAllListeners("error");
  return Object.assign(socket, { host });
}
