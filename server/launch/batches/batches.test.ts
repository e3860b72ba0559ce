import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { batches, batchParts, batchRows } from "@db/schema";
import { type LaunchFixture, launchHarness, newAddress } from "@server/testing/launch-harness";
import { resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => launchHarness({ connections: 12 }));

const rowsOf = (company: LaunchFixture, number: number) =>
  harness.database.db
    .select({ memberId: batchRows.memberId, address: batchRows.address, tokens: batchRows.tokens })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(and(eq(batches.companyId, company.id), eq(batches.number, number)))
    .orderBy(batchRows.index);
const partsOf = (company: LaunchFixture) =>
  harness.database.db.select().from(batchParts).where(eq(batchParts.companyId, company.id));
const sumsOf = async (company: LaunchFixture) => {
  const { ledger, delivered, waiting } = await company.first.batches.list();
  return { ledger, delivered, waiting };
};

describe("a batch", () => {
  test("a batch holds what is free on its day and was in none before, in proven wallets", async () => {
    const company = await harness.launched();
    const [asha, ravi, mira] = [
      await company.member(),
      await company.member(),
      await company.member(),
    ];
    const addresses = [await company.prove(asha), await company.prove(ravi)];
    for (const member of [asha, ravi, mira]) await company.buy(member);
    expect(await company.freeze()).toBe(1);
    const expected = [asha, ravi]
      .map(({ id }, at) => ({ memberId: id, address: addresses[at], tokens: 100 }))
      .sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
    expect(await rowsOf(company, 1)).toEqual(expected);
    expect(await sumsOf(company)).toEqual({ ledger: 300, delivered: 200, waiting: 100 });
    // Who proves a wallet later, and what is bought later, comes with the next.
    await company.prove(mira);
    await company.buy(asha);
    expect(await company.freeze()).toBe(2);
    expect((await rowsOf(company, 2)).map(({ tokens }) => tokens)).toEqual([100, 100]);
    expect(await sumsOf(company)).toEqual({ ledger: 400, delivered: 400, waiting: 0 });
    await harness.seal();
    const { number } = await company.first.batches.prepare({ day: company.today });
    expect(await resultCode(company.first.batches.freeze({ number }))).toBe("BATCH_EMPTY");
  });

  test("each part of a plan is in one batch, to the token, and the rest waits", async () => {
    const plan = { atLaunchBps: 3333, pauseMonths: 0, months: 3 };
    const company = await harness.launched({ unlockPlans: { bought: plan, earned: plan } });
    const member = await company.member();
    await company.prove(member);
    await company.buy(member);
    expect(await company.freeze()).toBe(1);
    expect(await sumsOf(company)).toEqual({ ledger: 100, delivered: 33, waiting: 67 });
    const inMonths = (months: number) => {
      const at = new Date();
      at.setUTCMonth(at.getUTCMonth() + months);
      return at.toISOString().slice(0, 10);
    };
    expect(await company.freeze(inMonths(1))).toBe(2);
    expect(await company.freeze(inMonths(12))).toBe(3);
    const parts = await partsOf(company);
    expect(parts.map(({ sequence, part, tokens }) => [sequence, part, tokens])).toEqual([
      [1, 1, 33],
      [1, 2, 22],
      [1, 3, 45],
    ]);
    expect(await sumsOf(company)).toEqual({ ledger: 100, delivered: 100, waiting: 0 });
  });

  test(
    "what is prepared says who is left out and what still waits",
    { tags: ["full"] },
    async () => {
      const company = await harness.launched();
      const [asha, ravi] = [await company.member(), await company.member()];
      await company.prove(asha);
      await company.buy(asha);
      await company.buy(ravi);
      const blocked = await company.member();
      await company.prove(blocked);
      await company.buy(blocked);
      await company.setStatus(blocked, "BLOCKED");
      await harness.seal();
      const { number } = await company.first.batches.prepare({ day: company.today });
      const { preparation } = await company.first.batches.find({ number });
      expect(preparation).toMatchObject({
        members: 1,
        tokens: 100,
        later: 0,
        leftOutMembers: 2,
        leftOutTokens: 200,
        pendingOrders: 0,
        waiting: null,
      });
      const because = preparation?.leftOut.map((one) => [one.memberId, one.because]);
      expect(new Map(because as [string, string][])).toEqual(
        new Map([
          [ravi.id, "NO_WALLET"],
          [blocked.id, "BLOCKED"],
        ]),
      );
    },
  );
});

describe("a freeze", () => {
  test("one owner alone freezes nothing, and nobody freezes another company's batch", async () => {
    const company = await harness.launched();
    const member = await company.member();
    await company.prove(member);
    await company.buy(member);
    await harness.seal();
    const { number } = await company.first.batches.prepare({ day: company.today });
    expect(await resultCode(company.first.batches.freeze({ number }))).toBe("NEEDS_SECOND_ADMIN");
    const [change] = await company.first.changes.list();
    const id = change?.id ?? "";
    expect(await resultCode(company.first.changes.confirm({ id }))).toBe("OWN_CHANGE");
    const elsewhere = await harness.launched();
    expect(await resultCode(elsewhere.first.batches.find({ number }))).toBe("BATCH_NOT_FOUND");
    expect(await resultCode(elsewhere.first.batches.freeze({ number }))).toBe("BATCH_NOT_FOUND");
    expect(await resultCode(elsewhere.second.changes.confirm({ id }))).toBe("CHANGE_NOT_FOUND");
    expect(await rowsOf(company, number)).toEqual([]);
    // Its day stays while both decide.
    expect(await resultCode(company.second.batches.prepare({ day: "2030-01-01" }))).toBe(
      "CHANGE_ALREADY_WAITING",
    );
  });

  test("a freeze that would hold anything else than was shown comes to nothing", async () => {
    const company = await harness.launched();
    const [asha, ravi] = [await company.member(), await company.member()];
    await company.prove(asha);
    await company.buy(asha);
    await company.buy(ravi);
    await harness.seal();
    const { number } = await company.first.batches.prepare({ day: company.today });
    await resultCode(company.first.batches.freeze({ number }));
    // Ravi proves a wallet before the second admin looks.
    await company.prove(ravi);
    const [change] = await company.second.changes.list();
    const confirm = () => resultCode(company.second.changes.confirm({ id: change?.id ?? "" }));
    expect(await confirm()).toBe("CHANGE_OVERTAKEN");
    expect(await rowsOf(company, number)).toEqual([]);
    expect(await company.freeze()).toBe(1);
    expect(await rowsOf(company, number)).toHaveLength(2);
  });

  test(
    "later purchases do not overtake a freeze: it stands on the checkpoint that was shown",
    { tags: ["full"] },
    async () => {
      const company = await harness.launched();
      const [asha, ravi] = [await company.member(), await company.member()];
      await company.prove(asha);
      await company.prove(ravi);
      await company.buy(asha);
      await harness.seal();
      const { number } = await company.first.batches.prepare({ day: company.today });
      await resultCode(company.first.batches.freeze({ number }));
      await company.buy(ravi);
      await harness.seal();
      const [change] = await company.second.changes.list();
      await company.second.changes.confirm({ id: change?.id ?? "" });
      expect((await rowsOf(company, number)).map(({ memberId }) => memberId)).toEqual([asha.id]);
    },
  );
});

describe("a reversal", () => {
  test("the tokens of a frozen batch are not taken back, and others change the next batch", async () => {
    const company = await harness.launched();
    const [asha, ravi] = [await company.member(), await company.member()];
    const delivered = await company.buy(asha);
    const waiting = await company.buy(ravi);
    await company.prove(asha);
    expect(await company.freeze()).toBe(1);
    const reverse = (orderId: string) =>
      resultCode(company.first.orders.reverse({ orderId, reason: "A mistake" }));
    expect(await reverse(delivered)).toBe("ORDER_DELIVERED");
    expect(await reverse(waiting)).toBe("ok");
    expect(await sumsOf(company)).toEqual({ ledger: 100, delivered: 100, waiting: 0 });
    await company.prove(ravi);
    await harness.seal();
    const { number } = await company.first.batches.prepare({ day: company.today });
    expect(await resultCode(company.first.batches.freeze({ number }))).toBe("BATCH_EMPTY");
    expect(await company.faults()).toEqual([]);
  });

  test("a purchase whose reward was delivered is not reversed either", async () => {
    const company = await harness.launched();
    const referrer = await company.member();
    const buyer = await company.member({ referrerId: referrer.id });
    const order = await company.buy(buyer);
    await company.prove(referrer, newAddress());
    expect(await company.freeze()).toBe(1);
    expect(await rowsOf(company, 1)).toMatchObject([{ memberId: referrer.id, tokens: 5 }]);
    const code = await resultCode(
      company.first.orders.reverse({ orderId: order, reason: "A mistake" }),
    );
    expect(code).toBe("ORDER_DELIVERED");
  });
});

test("rows, parts and seals are append-only", async () => {
  for (const table of ["batch_rows", "batch_parts", "batch_seals"]) {
    for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      await expect(harness.database.db.execute(statement)).rejects.toThrow();
    }
  }
});
