import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "pino";
import { startEmbedded } from "@db/embedded/server";
import type { Config } from "@server/config/environment";
import { createLogger } from "@server/config/logger";
import { answerForMetrics } from "@server/transport/http/cluster-metrics";

/** Time limit for a graceful shutdown of a process that serves. */
export const GRACE_MS = 15_000;

/** How long after its end a worker is started again: doubled each time, unless it ran for long. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
const STEADY_MS = 60_000;

export interface WorkersParts {
  count: number;
  /** Set in the environment of each worker. */
  env: Readonly<Record<string, string>>;
  logger: Logger;
  /** Time for a worker to end after SIGTERM; then it is killed. */
  graceMs: number;
  firstDelayMs?: number;
}

export interface Workers {
  /** Ends the workers, which finish their requests, and starts none again. */
  stop(): Promise<void>;
}

/** A worker ended before any of them served. It has said why. */
class WorkerFailedError extends Error {
  override readonly name = "WorkerFailedError";
  constructor(readonly code: number) {
    super("The first worker ended before it served.");
  }
}

/**
 * Keeps `count` workers of `node:cluster` running, which share the port. The first starts alone: it
 * migrates the database, which the others then find ready. Resolves once the first serves; rejects
 * with WorkerFailedError if it ends before. Any worker that ends later is started again.
 */
export async function startWorkers(parts: WorkersParts): Promise<Workers> {
  const { count, env, logger, graceMs, firstDelayMs = FIRST_DELAY_MS } = parts;
  let isStopping = false;

  function keep(worker: Worker, delayMs: number): void {
    const startedAt = performance.now();
    worker.once("exit", (code, signal) => {
      if (isStopping) return;
      const isSteady = performance.now() - startedAt > STEADY_MS;
      const wait = isSteady ? firstDelayMs : delayMs;
      logger.error({ worker: worker.process.pid, code, signal, wait }, "a worker ended");
      setTimeout(() => {
        if (!isStopping) keep(cluster.fork(env), Math.min(wait * 2, LONGEST_DELAY_MS));
      }, wait);
    });
  }

  async function stop(): Promise<void> {
    isStopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      running.map(async (worker) => {
        const ended = once(worker, "exit");
        worker.process.kill("SIGTERM");
        const limit = setTimeout(() => worker.process.kill("SIGKILL"), graceMs);
        await ended;
        clearTimeout(limit);
      }),
    );
  }

  const first = cluster.fork(env);
  await new Promise<void>((resolve, reject) => {
    const ended = (code: number | null) => reject(new WorkerFailedError(code ?? 1));
    first.once("exit", ended);
    first.once("listening", () => {
      first.off("exit", ended);
      resolve();
    });
  });
  keep(first, firstDelayMs);
  for (let n = 1; n < count; n += 1) keep(cluster.fork(env), firstDelayMs);
  return { stop };
}

/**
 * The process that runs `WORKERS` workers, each a complete instance of the product. It owns the
 * embedded database, if there is one, and opens no connection itself.
 */
export async function runWorkers(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir }, logger);
  let isStopping = false;
  answerForMetrics();
  const starting = startWorkers({
    count: config.workers,
    env: embedded ? { DATABASE_URL: embedded.url } : {},
    logger,
    graceMs: GRACE_MS + 1000,
  });
  const finish = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "stopping");
    // While they start, too.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
    const workers = await starting.catch(() => null);
    await workers?.stop();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void finish(signal));
  }
  await starting.catch(async (error: unknown) => {
    if (isStopping) return;
    isStopping = true;
    await embedded?.stop();
    process.exit(error instanceof WorkerFailedError ? error.code : 1);
  });
}
