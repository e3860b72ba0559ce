import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "@db/testing/test-database";
import { createTurns } from "@server/access";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";

const CONNECTIONS = 6;
/** Half of the connections. */
const AT_ONCE = 3;
const LONG_MS = 30_000;

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0)) await one();
});

async function start({ waitMs, isLimited }: { waitMs: number; isLimited: boolean }) {
  const harness = await orderHarness({
    database: await testDatabase({ max: CONNECTIONS, lockTimeoutMs: waitMs }),
  });
  undo.push(() => harness.close());
  const turns = createTurns(isLimited ? CONNECTIONS : Infinity);
  /** Buyers whose calls take turns, as those of pages and clients do. */
  const buyers = (company: CompanyFixture, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const api = await company.as(await company.member());
        const call = { kind: "begin", of: [company.id, "USER"] } as const;
        return () => resultCode(turns.run(call, () => api.orders.create({ amount: "100" })));
      }),
    );
  return { harness, buyers };
}

/** Runs `work` while another process keeps the company's pool locked. */
const whilePoolIsLocked = <T>(
  harness: OrderHarness,
  company: CompanyFixture,
  work: () => Promise<T>,
): Promise<T> =>
  harness.another(1).db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT 1 FROM supplies WHERE company_id = ${company.id} FOR NO KEY UPDATE`,
    );
    return work();
  });

/** Resolves once that many transactions wait for a lock. */
async function lockWaits(harness: OrderHarness, count: number): Promise<void> {
  const watch = harness.another(1);
  await expect
    .poll(
      async () => {
        const [row] = await watch.sql`
          SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row?.["n"];
      },
      { timeout: LONG_MS },
    )
    .toBe(count);
}

describe("while one company's pool stays locked", () => {
  test(
    "while one company's pool stays locked, another company's buyer is served",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const { harness, buyers } = await start({ waitMs: LONG_MS, isLimited: true });
      const [stuck, other] = [await harness.company(), await harness.company()];
      const waiting = await buyers(stuck, 12);
      const [free] = await buyers(other, 1);
      const outcomes = await whilePoolIsLocked(harness, stuck, async () => {
        const all = Promise.all(waiting.map((buy) => buy()));
        await lockWaits(harness, AT_ONCE);
        expect(await free?.()).toBe("ok");
        expect(harness.database.load().busy).toBe(AT_ONCE);
        return { all };
      });
      expect(new Set(await outcomes.all)).toEqual(new Set(["ok"]));
    },
  );

  test(
    "control: without the limit, a locked company's buyers keep every connection",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const { harness, buyers } = await start({ waitMs: LONG_MS, isLimited: false });
      const [stuck, other] = [await harness.company(), await harness.company()];
      const waiting = await buyers(stuck, 12);
      const [free] = await buyers(other, 1);
      let isServed = false;
      const outcomes = await whilePoolIsLocked(harness, stuck, async () => {
        const all = Promise.all(waiting.map((buy) => buy()));
        await lockWaits(harness, CONNECTIONS);
        const served = free?.().then((code) => {
          isServed = true;
          return code;
        });
        await expect.poll(() => harness.database.load().waiting).toBe(12 - CONNECTIONS + 1);
        expect(isServed).toBe(false);
        return { all, served };
      });
      expect(await outcomes.served).toBe("ok");
      await outcomes.all;
      const { waits } = harness.database.load();
      expect(waits.count).toBeGreaterThanOrEqual(12 - CONNECTIONS + 1);
      expect(waits.seconds).toBeGreaterThan(0);
      expect(waits.failed).toBe(0);
    },
  );

  test(
    "a locked company's buyers are refused in time, and buy once it is free",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const { harness, buyers } = await start({ waitMs: 300, isLimited: true });
      const stuck = await harness.company();
      const waiting = await buyers(stuck, 12);
      await whilePoolIsLocked(harness, stuck, async () => {
        // Some give up at the lock, others while they wait for their company's turn.
        const codes = await Promise.all(waiting.map((buy) => buy()));
        expect(new Set(codes)).toEqual(new Set(["DATA_BUSY"]));
      });
      expect(await stuck.balances()).toMatchObject({ poolHeld: 0, held: 0 });
      for (const buy of waiting) expect(await buy()).toBe("ok");
    },
  );
});
