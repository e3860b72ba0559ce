import { performance } from "node:perf_hooks";
import { ConnectionError } from "../errors";
import { Link, type LinkOptions, type Rows, type Values } from "./link";

export interface PoolOptions extends LinkOptions {
  /** Most connections at once. */
  max: number;
  /** How long a caller waits for a free connection. */
  waitTimeoutMs: number;
}

interface Waiter {
  take: (link: Link) => void;
  refuse: (error: unknown) => void;
}

const SWEEP_MS = 1000;
const IDLE_MS = 5 * 60_000;
/** Sheds the statements a session has gathered, and lets a failover or a new setting take hold. */
const LIFETIME_MS = 30 * 60_000;
const BACKOFF_MS = { first: 50, most: 800 };

/**
 * Connections to one database. A connection serves one caller at a time, for a statement or a
 * transaction. While the server is away callers fail at once with an error of `isDatabaseAway`,
 * and it is tried again after 50 ms, then less often, but at least every 800 ms of demand.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #links = new Set<Link>();
  /** Free ones, the last used last: what demand leaves over grows old and is closed. */
  readonly #idle: Link[] = [];
  readonly #waiting = new Set<Waiter>();
  readonly #sweeper: NodeJS.Timeout;
  #opening = 0;
  #failures = 0;
  #awayUntil = 0;
  #whyAway: unknown = null;
  #closing: Promise<void> | null = null;
  #onEmpty: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async statement(text: string, parameters: unknown[] = []): Promise<Rows> {
    return this.lend((link) => link.statement(text, parameters));
  }

  async values(text: string, parameters: unknown[] = []): Promise<Values> {
    return this.lend((link) => link.values(text, parameters));
  }

  /** Runs `work` on a connection that is nobody else's meanwhile. */
  async lend<T>(work: (link: Link) => Promise<T>): Promise<T> {
    const link = await this.#take();
    try {
      return await work(link);
    } finally {
      this.#giveBack(link);
    }
  }

  /** How many connections there are, in use, and callers waiting: for metrics. */
  get load(): { open: number; busy: number; waiting: number } {
    const open = this.#links.size;
    return { open, busy: open - this.#idle.length, waiting: this.#waiting.size };
  }

  /** Takes no more callers, lets those inside finish for `graceMs`, and closes every connection. */
  async close(graceMs = 5000): Promise<void> {
    this.#closing ??= this.#shut(graceMs);
    return this.#closing;
  }

  async #shut(graceMs: number): Promise<void> {
    clearInterval(this.#sweeper);
    this.#refuseAll(new ConnectionError("CONNECTION_ENDED", "The database client is closing."));
    if (this.#opening > 0 || this.#links.size > this.#idle.length) {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => (this.#onEmpty = resolve)),
        new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs))),
      ]);
      clearTimeout(timer);
    }
    await Promise.allSettled([...this.#links].map((link) => link.close()));
  }

  async #take(): Promise<Link> {
    if (this.#closing) {
      throw new ConnectionError("CONNECTION_ENDED", "The database client is closed.");
    }
    const idle = this.#idle.pop();
    if (idle) return idle;
    return new Promise<Link>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        take: (link) => (settle(), resolve(link)),
        refuse: (error) => (settle(), reject(error instanceof Error ? error : new Error("Away"))),
      };
      const timer = setTimeout(() => {
        waiter.refuse(
          new ConnectionError("CONNECTION_WAIT_TIMEOUT", "No database connection became free."),
        );
      }, this.#options.waitTimeoutMs);
      this.#waiting.add(waiter);
      this.#grow();
    });
  }

  #giveBack(link: Link): void {
    if (link.alive && (this.#closing || performance.now() - link.bornAt > LIFETIME_MS)) {
      link.close().catch(() => undefined);
    } else if (link.alive) {
      this.#serve(link);
    } else {
      this.#grow();
    }
  }

  #serve(link: Link): void {
    link.idleSince = performance.now();
    const [next] = this.#waiting;
    if (next) next.take(link);
    else this.#idle.push(link);
  }

  /** Opens as many connections as callers wait for and the limit allows. */
  #grow(): void {
    if (this.#closing) return;
    while (
      this.#waiting.size > this.#opening &&
      this.#links.size + this.#opening < this.#options.max
    ) {
      if (performance.now() < this.#awayUntil) {
        if (this.#links.size + this.#opening === 0) this.#refuseAll(this.#whyAway);
        return;
      }
      this.#opening += 1;
      Link.open(this.#options, (link) => this.#forget(link)).then(
        (link) => this.#opened(link),
        (error: unknown) => this.#notOpened(error),
      );
    }
  }

  #opened(link: Link): void {
    this.#opening -= 1;
    this.#failures = 0;
    this.#awayUntil = 0;
    if (!link.alive) return this.#grow();
    this.#links.add(link);
    if (this.#closing) link.close().catch(() => undefined);
    else this.#serve(link);
  }

  #notOpened(error: unknown): void {
    this.#opening -= 1;
    this.#whyAway = error;
    const now = performance.now();
    if (now >= this.#awayUntil) {
      const backoffMs = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** this.#failures);
      this.#failures += 1;
      this.#awayUntil = now + backoffMs * (0.75 + Math.random() / 4);
    }
    if (this.#links.size + this.#opening === 0) this.#refuseAll(error);
    this.#noticeEmpty();
  }

  #forget(link: Link): void {
    this.#links.delete(link);
    const at = this.#idle.indexOf(link);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#closing) this.#noticeEmpty();
    else this.#grow();
  }

  #noticeEmpty(): void {
    if (this.#opening === 0 && this.#links.size === this.#idle.length) this.#onEmpty();
  }

  #refuseAll(error: unknown): void {
    for (const waiter of [...this.#waiting]) waiter.refuse(error);
  }

  #sweep(): void {
    const now = performance.now();
    for (const link of [...this.#links]) {
      if (link.isSilent()) link.kill("The database did not answer.");
    }
    const old = this.#idle.filter((link) => now - link.idleSince > IDLE_MS);
    for (const link of old) {
      this.#idle.splice(this.#idle.indexOf(link), 1);
      link.close().catch(() => undefined);
    }
  }
}
