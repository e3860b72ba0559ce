import type { Executor } from "@db/client";
import type { Click } from "@server/access";
import { addClicks } from "@server/members/queries/referrals";

/** Links in memory at most; further ones are not counted before the next write. */
const MOST_LINKS = 10_000;

/**
 * Counts openings of members' links in memory, and writes them in batches, so that no page waits for
 * a write. A crash loses the clicks of the last seconds.
 */
export function createClickCounts(
  db: Executor,
  {
    delayMs = 3000,
    logger,
  }: { delayMs?: number; logger?: { warn(fields: object, message: string): void } } = {},
) {
  let counts = new Map<string, { click: Click; clicks: number }>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const batch = [...counts.values()];
    counts = new Map();
    if (batch.length === 0) return;
    await addClicks(db, batch).catch((error: unknown) =>
      logger?.warn({ err: error, links: batch.length }, "clicks not counted"),
    );
  };
  const writeNext = () => (writing = writing.then(write));

  return {
    add(click: Click): void {
      const key = Object.values(click).join(" ");
      const known = counts.get(key);
      if (known) known.clicks += 1;
      else if (counts.size < MOST_LINKS) counts.set(key, { click, clicks: 1 });
      timer ??= setTimeout(() => {
        timer = null;
        void writeNext();
      }, delayMs).unref();
    },
    /** Writes the clicks that are in memory only. */
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      timer = null;
      await writeNext();
    },
  };
}
