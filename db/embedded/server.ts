import type { ChildProcess } from "node:child_process";
import { isDatabaseAway } from "../errors";
import { type Binaries, checkBinaries, findBinaries, reachableBinaries } from "./binaries";
import { EmbeddedError } from "./account";
import { freePort, type Home, initialise, openHome, OWNER, passwordOf } from "./home";
import {
  findPostmaster,
  isAlive,
  lastLogLines,
  launch,
  type Postmaster,
  signal,
  socketFolder,
  stopPostmaster,
} from "./postmaster";
import { OwnersLock } from "./single-instance";

export interface EmbeddedOptions {
  /** DATA_DIR; the server uses its folder `postgres`. */
  dataDir: string;
  /** Lets an operator command use a server that another process owns, and leave it running. */
  mayShare?: boolean;
  /** False only for tests. */
  isDurable?: boolean;
  maxConnections?: number;
  /** The preferred port; any free one by default. */
  port?: number;
}

export interface EmbeddedServer {
  url: string;
  /** Stops the server if this process owns it. */
  stop(): Promise<void>;
  /** Stops it at once, for an exit handler that cannot wait; the next start replays the log. */
  kill(): void;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Starts the embedded PostgreSQL of a DATA_DIR, owned by this process. A server whose owner died is
 * taken over; a crashed server is restarted. Throws EmbeddedError with a one-line message if it
 * cannot start or another process owns it.
 */
export async function startEmbedded(options: EmbeddedOptions, log: Log): Promise<EmbeddedServer> {
  if (process.platform === "win32") {
    throw new EmbeddedError("The embedded database does not run on Windows: set DATABASE_URL.");
  }
  const home = openHome(options.dataDir);
  const found = findBinaries();
  const binaries = reachableBinaries(found, home.account, home.path);
  const server = new Server(home, binaries, options, log);
  await server.start();
  return { url: server.urlOf(OWNER), stop: () => server.stop(), kill: () => server.kill() };
}

const READY_MS = 60_000;
const POLL_MS = 10;
const WATCH_MS = 500;

class Server {
  readonly #home: Home;
  readonly #binaries: Binaries;
  readonly #options: EmbeddedOptions;
  readonly #log: Log;
  #pid = 0;
  #port = 0;
  #lock: OwnersLock | null = null;
  #wasOurs = false;
  #mayHaveSocket = true;
  #isStopping = false;
  #recovery: Promise<void> | null = null;
  #watch: NodeJS.Timeout | null = null;

  constructor(home: Home, binaries: Binaries, options: EmbeddedOptions, log: Log) {
    this.#home = home;
    this.#binaries = binaries;
    this.#options = options;
    this.#log = log;
    this.#port = options.port ?? 0;
  }

  /** Prefers the Unix socket if there is one: it takes less time of both processes. */
  urlOf(database: string): string {
    const url = `postgres://${OWNER}:${passwordOf(this.#home)}@127.0.0.1:${this.#port}/${database}`;
    const folder = socketFolder(this.#home, this.#port);
    return folder ? `${url}?host=${encodeURIComponent(folder)}` : url;
  }

  async start(): Promise<void> {
    // A concurrent start may make a server appear or vanish: this one tries again.
    for (let tries = 1; ; tries += 1) {
      if (await this.#tryStart(tries === 5)) return;
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#watch) clearInterval(this.#watch);
    await this.#recovery;
    const isOurs = this.#lock !== null;
    await this.#lock?.release();
    if (isOurs) await stopPostmaster(this.#home, this.#pid);
  }

  kill(): void {
    this.#isStopping = true;
    if (this.#lock) signal(this.#pid, "SIGQUIT");
  }

  /** Returns false when the server vanished, or another process was faster. */
  async #tryStart(isLast: boolean): Promise<boolean> {
    const running = await this.#settled();
    if (running) {
      this.#pid = running.pid;
      this.#port = running.port;
      return this.#own(running);
    }
    if (!this.#wasOurs) {
      checkBinaries(this.#binaries, this.#home.account);
      await initialise(this.#home, this.#binaries, this.#options.isDurable ?? true);
    }
    this.#port = await freePort(this.#port);
    const child = launch(this.#home, this.#binaries, {
      port: this.#port,
      isDurable: this.#options.isDurable ?? true,
      maxConnections: this.#options.maxConnections ?? 100,
      hasSocket: this.#mayHaveSocket,
    });
    if (!(await this.#isReady(child))) {
      // Some shared folders hold no Unix sockets; the server then listens on its port only.
      this.#mayHaveSocket = false;
      if (isLast) {
        throw new EmbeddedError(`The embedded database did not start: ${lastLogLines(this.#home)}`);
      }
      return false;
    }
    return this.#own(null);
  }

  /** Waits until the running server is ready, and returns it; null when there is none. */
  async #settled(): Promise<Postmaster | null> {
    const end = Date.now() + READY_MS;
    for (;;) {
      const running = findPostmaster(this.#home);
      if (!running || running.state === "ready") return running;
      if (Date.now() > end) {
        throw new EmbeddedError(
          `A database server (process ${running.pid}) neither starts nor stops: end it.`,
        );
      }
      await pause(POLL_MS * 5);
    }
  }

  async #isReady(child: ChildProcess): Promise<boolean> {
    let hasEnded = false;
    child.once("exit", () => (hasEnded = true));
    child.once("error", () => (hasEnded = true));
    const end = Date.now() + READY_MS;
    while (!hasEnded && Date.now() < end) {
      const running = findPostmaster(this.#home);
      if (running?.pid === child.pid && running?.state === "ready") {
        this.#pid = running.pid;
        return true;
      }
      await pause(POLL_MS);
    }
    if (!hasEnded) child.kill("SIGQUIT");
    return false;
  }

  async #own(existing: Postmaster | null): Promise<boolean> {
    try {
      if (existing && !this.#wasOurs) await letOwnerCome(existing);
      this.#lock = await OwnersLock.take(this.urlOf("postgres"), () => this.#lockLost());
      if (!this.#lock) return this.#share(existing);
      if (existing) this.#log.info({ pid: existing.pid }, "Took over a running database server.");
      await this.#lock.ensureDatabase(OWNER);
      this.#wasOurs = true;
    } catch (error) {
      if (isDatabaseAway(error)) return false;
      throw error;
    }
    this.#keepWatch();
    return true;
  }

  #share(existing: Postmaster | null): boolean {
    if (!existing) return false;
    if (this.#options.mayShare) return true;
    throw new EmbeddedError(
      `Another running Prelaunch uses the database in ${this.#home.path}: stop it, or set DATABASE_URL or another DATA_DIR.`,
    );
  }

  /** Restarts the server, or finds it running, when the session that held the lock has ended. */
  #lockLost(): void {
    if (this.#isStopping) return;
    this.#recover();
  }

  #keepWatch(): void {
    this.#watch ??= setInterval(() => {
      if (!isAlive(this.#pid)) this.#recover();
    }, WATCH_MS);
    this.#watch.unref();
  }

  #recover(): void {
    if (this.#isStopping) return;
    this.#recovery ??= this.#restart().finally(() => (this.#recovery = null));
  }

  async #restart(): Promise<void> {
    this.#log.warn({}, "The embedded database went away; starting it again.");
    // If another process restarts it, that server is then found running.
    await pause(WATCH_MS);
    for (let waitMs = 250; !this.#isStopping; waitMs = Math.min(5000, waitMs * 2)) {
      try {
        if (await this.#tryStart(true)) {
          this.#log.info({ pid: this.#pid }, "The embedded database is back.");
          return;
        }
      } catch (error) {
        this.#log.error({ err: error }, "The embedded database could not be started again.");
      }
      await pause(waitMs);
    }
  }
}

const YOUNG_MS = 10_000;

/** Waits if a server has just started: its owner is about to take the lock. */
async function letOwnerCome(server: Postmaster): Promise<void> {
  if (Date.now() - server.startedAt.getTime() < YOUNG_MS) await pause(500);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
