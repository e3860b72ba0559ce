import { expect, test, vi } from "vitest";
import { runText, transact } from "@db/client";
import type { Caller } from "@server/http/router";
import { LAUNCH_KEY, type LaunchFixture, launchHarness } from "@server/testing/launch-harness";
import { resultCode } from "@server/testing/order-harness";
import { sealBatches } from "./seal-batches";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => launchHarness({ connections: 12 }));

/** Waits until a statement with these words waits for a lock. */
async function untilWaiting(words: "supplies" | "advisory"): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await runText(
        harness.database.db,
        `SELECT count(*) AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
        [`%${words}%`],
      );
      expect(Number(row?.waiting)).toBe(1);
    },
    { timeout: 4000, interval: 20 },
  );
}

/** Returns a company whose freeze of one order waits for its second admin. */
async function asked() {
  const company = await harness.launched();
  const member = await company.member();
  await company.prove(member);
  const orderId = await company.buy(member);
  await harness.seal();
  const { number } = await company.first.batches.prepare({ day: company.today });
  await resultCode(company.first.batches.freeze({ number }));
  const [change] = await company.first.changes.list();
  return { company, orderId, changeId: change?.id ?? "" };
}

/** Begins a reversal that waits at the pool's row, behind its check of what was delivered. */
async function reversalBehindPool(
  company: LaunchFixture,
  orderId: string,
  api: Caller = company.first,
) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const holder = transact(harness.another(1).db, async (tx) => {
    await runText(tx, "SELECT 1 FROM supplies WHERE company_id = $1 FOR UPDATE", [company.id]);
    isHeld();
    await opened;
  });
  await held;
  const reversal = resultCode(api.orders.reverse({ orderId, reason: "A mistake" }));
  await untilWaiting("supplies");
  return { reversal, release: () => (open(), holder) };
}

const sums = async (company: LaunchFixture) => {
  const { ledger, delivered, waiting } = await company.first.batches.list();
  return { ledger, delivered, waiting };
};

test("a freeze waits for a reversal that has begun, and then holds nothing that was taken back", async () => {
  const { company, orderId, changeId } = await asked();
  const { reversal, release } = await reversalBehindPool(company, orderId);
  const freeze = resultCode(company.second.changes.confirm({ id: changeId }));
  await untilWaiting("advisory");
  await release();
  expect([await reversal, await freeze]).toEqual(["ok", "CHANGE_OVERTAKEN"]);
  expect(await sums(company)).toEqual({ ledger: 0, delivered: 0, waiting: 0 });
});

/** Runs a test while new connections take no lock of deliveries. */
async function withoutLock(run: () => Promise<void>): Promise<void> {
  const { sql } = harness.database;
  const [row] = await sql`SELECT current_database() AS name`;
  const path = (set: string) =>
    runText(harness.database.db, `ALTER DATABASE "${String(row?.name)}" ${set}`, []);
  for (const name of ["pg_advisory_xact_lock", "pg_advisory_xact_lock_shared"]) {
    const text = `CREATE FUNCTION public.${name}(int, int) RETURNS void LANGUAGE sql AS ''`;
    await runText(harness.database.db, text, []);
  }
  // PostgreSQL's own functions come first only where the path does not name their schema.
  await path("SET search_path = public, pg_catalog");
  try {
    await run();
  } finally {
    await path("RESET search_path");
    await sql`DROP FUNCTION public.pg_advisory_xact_lock(int, int)`;
    await sql`DROP FUNCTION public.pg_advisory_xact_lock_shared(int, int)`;
  }
}

test(
  "the control: without the lock, tokens are delivered that a reversal takes back",
  { tags: ["full"] },
  async () => {
    const { company, orderId, changeId } = await asked();
    await withoutLock(async () => {
      const api = await company.as(company.admin, { database: harness.another(2) });
      const other = await company.as(company.colleague, { database: harness.another(2) });
      const { reversal, release } = await reversalBehindPool(company, orderId, api);
      expect(await resultCode(other.changes.confirm({ id: changeId }))).toBe("ok");
      await release();
      expect(await reversal).toBe("ok");
    });
    expect(await sums(company)).toEqual({ ledger: 0, delivered: 100, waiting: 0 });
  },
);

test("two admins who confirm a freeze by two instances freeze it once", async () => {
  const { company, changeId } = await asked();
  const third = await company.anotherAdmin();
  const apis = [
    company.second,
    await company.as(third, { database: harness.another(3) }),
    await company.as(company.colleague, { database: harness.another(3) }),
  ];
  const codes = await Promise.all(
    apis.map((api) => resultCode(api.changes.confirm({ id: changeId }))),
  );
  expect(codes.sort()).toEqual(["CHANGE_ALREADY_DECIDED", "CHANGE_ALREADY_DECIDED", "ok"]);
  expect(await sums(company)).toEqual({ ledger: 100, delivered: 100, waiting: 0 });
});

/** Returns a company with the same contract asked for at two batches, and the ids of both changes. */
async function contractAskedTwice() {
  const company = await harness.launched();
  for (let n = 0; n < 2; n += 1) {
    const member = await company.member();
    await company.prove(member);
    await company.buy(member);
    await company.freeze();
  }
  await sealBatches(harness.database.db, { ...harness.deps, key: () => LAUNCH_KEY });
  const contract = {
    network: "Polygon",
    chainId: "137",
    contract: "0x52908400098527886e0f7030069857d2e4169ee7",
    claimCall: "UINT256",
    explorer: "https://polygonscan.com",
    claimUntil: "2035-01-01",
  } as const;
  for (const number of [1, 2]) {
    const asked = await resultCode(company.first.batches.publish({ ...contract, number }));
    expect(asked).toBe("NEEDS_SECOND_ADMIN");
  }
  const ids = (await company.first.changes.list()).map(({ id }) => id);
  return { company, ids };
}

test("of two batches that are published at once at one contract, one is", async () => {
  const { company, ids } = await contractAskedTwice();
  const codes = ids.map(async (id, at) => {
    const api = await company.as(company.colleague, { database: harness.another(2 + at) });
    return resultCode(api.changes.confirm({ id }));
  });
  expect((await Promise.all(codes)).sort()).toEqual(["CHANGE_OVERTAKEN", "ok"]);
  const { records } = await company.first.batches.list();
  expect(records.map(({ state }) => state).sort()).toEqual(["FROZEN", "PUBLISHED"]);
});

test("two owners who prepare a batch at once prepare one", async () => {
  const company = await harness.launched();
  const other = await company.as(company.colleague, { database: harness.another(3) });
  const prepared = await Promise.all(
    [company.first, other, company.first].map((api) => api.batches.prepare({ day: company.today })),
  );
  expect(prepared.map(({ number }) => number)).toEqual([1, 1, 1]);
  expect((await company.first.batches.list()).records).toHaveLength(1);
});

test("no part of an allocation is stored in two batches", { tags: ["full"] }, async () => {
  const company = await harness.launched();
  const member = await company.member();
  await company.prove(member);
  await company.buy(member);
  await company.freeze();
  const again = runText(
    harness.database.db,
    `INSERT INTO batch_parts SELECT company_id, sequence, part, batch_id, index, tokens
       FROM batch_parts WHERE company_id = $1`,
    [company.id],
  );
  await expect(again).rejects.toThrow("batch_parts_company_id_sequence_part_pk");
});
