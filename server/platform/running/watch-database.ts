import type { Logger } from "pino";

/** The interval of the questions to the database. */
const ASK_MS = 5000;
const REPEAT_MS = 60_000;

export interface DatabaseWatch {
  outage(): { isAway: boolean; seconds: number };
  stop(): void;
}

/**
 * Pings the database regularly, so that the log has an outage when it begins, once a minute while
 * it lasts, and when it ends. Refusals of single requests do not show it.
 */
export function watchDatabase(
  ping: () => Promise<void>,
  logger: Logger,
  { askMs = ASK_MS, now = Date.now }: { askMs?: number; now?: () => number } = {},
): DatabaseWatch {
  let since: number | null = null;
  let saidAt = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const seconds = () => (since === null ? 0 : (now() - since) / 1000);

  const ask = async () => {
    try {
      await ping();
      if (since !== null) logger.warn({ seconds: seconds() }, "the database answers again");
      since = null;
    } catch (error) {
      const isNew = since === null;
      since ??= now();
      if (!isStopped && (isNew || now() - saidAt >= REPEAT_MS)) {
        saidAt = now();
        logger.error({ err: error, seconds: seconds() }, "the database does not answer");
      }
    }
    if (!isStopped) timer = setTimeout(() => void ask(), askMs).unref();
  };
  void ask();

  return {
    outage: () => ({ isAway: since !== null, seconds: seconds() }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
