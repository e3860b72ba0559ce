import { setTimeout as after } from "node:timers/promises";
import { type Database, transact } from "@db/client";
import { ledgerSums } from "@server/verification/queries/ledger";
import { remainingPrivateSupply } from "@server/sites/queries/private-pool";
import { createRandom, type Random } from "@db/random";
import { inSnapshot } from "@server/verification/verify-ledger";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { type CompanyFixture, resultCode, type Person } from "@server/testing/order-harness";
import { wrongSums } from "@tools/faults/harness/checks";
import type { Installation } from "@tools/faults/harness/installation";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const TOKENS = 100;
const RUPEES_PER_TOKEN = 10;
const READ_EVERY_MS = 100;
/**
 * Numbers of buyers, and the least and most tokens that each of a crowd wants: more in all than
 * there are.
 */
const CROWDS = [
  { buyers: 2, least: 55, most: 60 },
  { buyers: 50, least: 1, most: 10 },
  { buyers: 400, least: 1, most: 3 },
] as const;

interface Sale {
  calls: number;
  refused: number;
  lost: number;
  doubled: number;
  wrong: string[];
  readings: number;
}

/**
 * Sells the last tokens at two instances, with referrals, then pays, cancels and ends the orders.
 */
export async function lastTokens({ form, seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const instances = [place.another(12), place.another(12)] as const;
  const seeds = form === "whole" ? 20 : 1;
  const rows: Row[] = [];
  for (const crowd of form === "whole" ? CROWDS : CROWDS.slice(1, 2)) {
    const row: Row = {
      scenario: `the last ${TOKENS} tokens, ${crowd.buyers} buyers`,
      done: `${seeds} sales at two instances, with referrals, payments, decisions and ended holds; a reader every ${READ_EVERY_MS} ms`,
      times: 0,
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      lost: 0,
      doubled: 0,
      wrongSums: 0,
      goal: "nothing lost, doubled or wrong",
      isMet: false,
    };
    let readings = 0;
    const wrong: string[] = [];
    for (let n = 0; n < seeds; n += 1) {
      const sale = await sell(place, instances, crowd, createRandom(seed + n));
      row.times += sale.calls;
      row.refused += sale.refused;
      row.lost += sale.lost;
      row.doubled += sale.doubled;
      readings += sale.readings;
      wrong.push(...sale.wrong.map((one) => `seed ${seed + n}: ${one}`));
    }
    row.acknowledged = row.times - row.refused;
    row.wrongSums = wrong.length;
    row.isMet = row.lost + row.doubled + row.wrongSums === 0;
    row.note = [`seeds ${seed} to ${seed + seeds - 1}, ${readings} readings`, ...wrong].join("; ");
    rows.push(row);
  }
  rows.push(await readBeforeWriting(place, instances), await inTwoTransactions(place));
  return rows;
}

async function sell(
  place: Installation,
  instances: readonly [Database, Database],
  { buyers, least, most }: (typeof CROWDS)[number],
  random: Random,
): Promise<Sale> {
  const company = await place.harness.company({
    privateTokens: TOKENS,
    referralRewardBps: 2000,
    maxPendingOrders: 50,
  });
  const sale: Sale = { calls: 0, refused: 0, lost: 0, doubled: 0, wrong: [], readings: 0 };
  const reader = readSums(instances[1], company, sale);
  const referrers = [await company.member(), await company.member()];
  const people: { member: Person; quantity: number; delayMs: number; at: Database }[] = [];
  for (let n = 0; n < buyers; n += 1) {
    const referrer = random.percent(60) ? random.pick(referrers) : null;
    people.push({
      member: await company.member({ referrerId: referrer?.id ?? null }),
      quantity: least + random.below(most - least + 1),
      delayMs: random.below(20),
      at: instances[n % 2] ?? instances[0],
    });
  }
  const call = async (running: Promise<unknown>): Promise<string> => {
    sale.calls += 1;
    const code = await resultCode(running);
    if (code !== "ok") sale.refused += 1;
    return code;
  };

  /** The order of each buyer whose purchase was acknowledged. */
  const bought = new Map<string, { member: Person; at: Database; quantity: number }>();
  const refusedQuantities: number[] = [];
  const buy = async ({ member, quantity, delayMs, at }: (typeof people)[number]) => {
    await after(delayMs);
    const api = await company.as(member, { database: at });
    let number = "";
    const code = await call(
      api.orders
        .create({ amount: String(quantity * RUPEES_PER_TOKEN) })
        .then(({ orderNumber }) => (number = orderNumber)),
    );
    if (code === "ok") bought.set(number, { member, at, quantity });
    else refusedQuantities.push(quantity);
  };
  await Promise.all(people.map(buy));
  const sold = await ledgerSums(place.database.db, company.id);
  // Holds only grow in this part: a buyer who was refused would not fit in the rest either.
  const free = TOKENS - sold.poolHeld;
  const turnedAway = refusedQuantities.filter((quantity) => quantity <= free).length;
  if (turnedAway > 0) sale.wrong.push(`${turnedAway} refused while ${free} tokens were left`);
  await compareHolds(place, company, bought, sale);

  // The second part pays, cancels and ends holds, while the refused buyers try again.
  const admin = [0, 1].map((n) =>
    company.as(company.admin, { database: instances[n % 2 ? 1 : 0] }),
  );
  const [deskA, deskB] = await Promise.all(admin);
  const fates = [...bought].map(([number, order]) => ({
    number,
    ...order,
    fate: random.below(10),
  }));
  let approved = 0;
  await Promise.all([
    ...fates.map(async ({ number, member, at, fate }) => {
      const api = await company.as(member, { database: at, transport: "rest" });
      if (fate < 2) return void (await call(api.orders.cancel({ purchaseId: number })));
      if (fate < 4) {
        await company.expireHold(number);
        await Promise.all(
          instances.map((one) => releaseOverdueHolds(one.db, { companyId: company.id })),
        );
        return;
      }
      if (fate === 9) return;
      let orderId = "";
      const amount = String((bought.get(number)?.quantity ?? 0) * RUPEES_PER_TOKEN);
      const submitted = await call(
        api.orders
          .submit({ purchaseId: number, paymentMethod: "MANUAL", amount })
          .then(({ id }) => (orderId = id)),
      );
      if (submitted !== "ok") return;
      const decisions = await Promise.all([
        call(deskA?.orders.approve({ orderId }) ?? Promise.resolve()),
        call(
          (fate < 7
            ? deskB?.orders.approve({ orderId })
            : deskB?.orders.reject({ orderId, reason: "No money" })) ?? Promise.resolve(),
        ),
      ]);
      const accepted = decisions.filter((code) => code === "ok").length;
      if (accepted > 1) sale.doubled += 1;
      if (accepted < 1) sale.lost += 1;
      if ((await company.order(number)).status === "APPROVED") approved += 1;
    }),
    ...people
      .filter(({ member }) => ![...bought.values()].some((one) => one.member === member))
      .slice(0, 40)
      .map(buy),
  ]);
  await reader();
  const purchases = await place.database.sql`
    SELECT count(*)::int AS n FROM allocations WHERE company_id = ${company.id} AND kind = 'PURCHASE'`;
  const difference = Number(purchases[0]?.["n"]) - approved;
  if (difference > 0) sale.doubled += difference;
  if (difference < 0) sale.lost -= difference;
  sale.wrong.push(...(await wrongSums(place.database, company.id)));
  return sale;
}

/**
 * Checks that every acknowledged purchase has its order with its hold, and that no other order
 * exists.
 */
async function compareHolds(
  place: Installation,
  company: CompanyFixture,
  bought: ReadonlyMap<string, { quantity: number }>,
  sale: Sale,
): Promise<void> {
  const rows = await place.database.sql`
    SELECT order_number AS number, held_quantity::int AS held FROM orders
     WHERE company_id = ${company.id} AND status = 'OPEN'`;
  const held = new Map(rows.map((row) => [String(row["number"]), Number(row["held"])]));
  for (const [number, { quantity }] of bought) {
    if (held.get(number) !== quantity) sale.lost += 1;
  }
  sale.doubled += [...held.keys()].filter((number) => !bought.has(number)).length;
}

/** Reads the sums until it is told to stop; each reading is of one moment. */
function readSums(database: Database, company: CompanyFixture, sale: Sale): () => Promise<void> {
  let isOver = false;
  const reading = (async () => {
    do {
      const { remaining, sums } = await inSnapshot(database.db, async (tx) => ({
        remaining: await remainingPrivateSupply(tx, company.id),
        sums: await ledgerSums(tx, company.id),
      }));
      sale.readings += 1;
      if (remaining < 0 || remaining + sums.held + sums.allocated !== TOKENS) {
        sale.wrong.push(`a reader found ${JSON.stringify({ remaining, ...sums })}`);
      }
      await after(READ_EVERY_MS);
    } while (!isOver);
  })();
  return async () => {
    isOver = true;
    await reading;
  };
}

/**
 * Runs the control: a copy of the hold that reads the pool before it writes must sell tokens twice.
 * It shows that the crowd is dense enough for the race.
 */
async function readBeforeWriting(
  { database }: Installation,
  instances: readonly [Database, Database],
): Promise<Row> {
  await database.sql`CREATE TABLE control_pool (total int, held int)`;
  await database.sql`INSERT INTO control_pool VALUES (${TOKENS}::int, 0)`;
  const buy = (at: Database) =>
    transact(at.db, async (tx) => {
      const { rows } = await tx.execute<{ total: number; held: number }>(
        "SELECT total, held FROM control_pool",
      );
      const [pool] = rows;
      if (!pool || pool.held + 1 > pool.total) return false;
      await tx.execute("UPDATE control_pool SET held = held + 1");
      return true;
    });
  const times = 400;
  const sold = await Promise.all(
    Array.from({ length: times }, (_, n) => buy(instances[n % 2] ?? instances[0])),
  );
  await database.sql`DROP TABLE control_pool`;
  const acknowledged = sold.filter(Boolean).length;
  return {
    scenario: "control: the last tokens",
    done: "the pool is read before it is written, without the condition in the UPDATE",
    times,
    acknowledged,
    refused: times - acknowledged,
    unknown: 0,
    lost: 0,
    doubled: Math.max(0, acknowledged - TOKENS),
    wrongSums: 0,
    goal: "sells tokens twice",
    isMet: acknowledged > TOKENS,
  };
}

/**
 * Runs the reader's control: it must find the wrong sums that a copy of the hold in two transactions
 * shows in between.
 */
async function inTwoTransactions({ database }: Installation): Promise<Row> {
  await database.sql`CREATE TABLE control_sums (held int, ordered int)`;
  await database.sql`INSERT INTO control_sums VALUES (0, 0)`;
  let wrong = 0;
  const times = 20;
  for (let n = 0; n < times; n += 1) {
    await database.sql`UPDATE control_sums SET ordered = ordered + 1`;
    const [sums] = await database.sql`SELECT held, ordered FROM control_sums`;
    if (sums?.["held"] !== sums?.["ordered"]) wrong += 1;
    await database.sql`UPDATE control_sums SET held = held + 1`;
  }
  await database.sql`DROP TABLE control_sums`;
  return {
    scenario: "control: the reader",
    done: "the order and the pool are written in two transactions, with a reading in between",
    times,
    acknowledged: times,
    refused: 0,
    unknown: 0,
    lost: 0,
    doubled: 0,
    wrongSums: wrong,
    goal: "the reader finds wrong sums",
    isMet: wrong > 0,
  };
}
