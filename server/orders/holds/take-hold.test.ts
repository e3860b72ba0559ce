import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOwnOrder } from "@server/orders/queries/orders";
import { orders, supplies } from "@db/schema";
import { extrasToHold } from "@server/ledger/rules/reward";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";
import { holdTokens } from "./take-hold";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
  member = await company.member();
});
afterAll(() => harness.close());

const ofCompany = () => and(eq(supplies.companyId, company.id), eq(supplies.pool, "REFERRAL"));

async function pool() {
  const [row] = await harness.database.db.select().from(supplies).where(ofCompany());
  if (!row) throw new Error("The company has a pool.");
  return row;
}

/** Small counts, where the limits meet, and counts near the largest. */
const tokens = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 9_000_000_000_000_000 }));
const state = fc
  .record({
    free: tokens,
    otherHeld: fc.nat({ max: 20 }),
    allocated: fc.nat({ max: 20 }),
    released: fc.nat({ max: 12 }),
    quantity: tokens.map((n) => n + 1),
    reward: tokens,
  })
  .filter(({ free }) => free <= 8_999_999_999_999_900);

describe("taking a hold", () => {
  test(
    "a hold takes the tokens and the reward of the rule, or changes nothing",
    { tags: ["full"], timeout: 120_000 },
    async () => {
      const { db } = harness.database;
      const api = await company.as(member);
      const { orderNumber } = await api.orders.create({ amount: "100" });
      const found = await findOwnOrder(db, company.id, member.id, orderNumber);
      if (!found) throw new Error("The order was made.");
      const { order } = found;
      const before = await pool();
      await fc.assert(
        fc.asyncProperty(
          state,
          async ({ free, otherHeld, allocated, released, quantity, reward }) => {
            const held = otherHeld + released;
            await db
              .update(supplies)
              .set({ total: free + held + allocated, held, allocated })
              .where(ofCompany());
            await db
              .update(orders)
              .set({ heldReward: 0, rewardBps: null })
              .where(eq(orders.id, order.id));

            const wanted = { reward, rewardBps: 700, released };
            const taken = await db.transaction((tx) =>
              holdTokens(tx, { ...order, quantity }, wanted),
            );

            const after = await pool();
            const { heldReward, rewardBps } = await company.order(orderNumber);
            const left = free + released - quantity;
            if (left < 0) {
              expect({ taken, held: after.held, heldReward }).toEqual({
                taken: null,
                held,
                heldReward: 0,
              });
              return;
            }
            const expected = extrasToHold({ bonus: 0, reward }, left).reward;
            expect(taken).toMatchObject({ heldReward: expected });
            expect(after).toEqual({ ...after, allocated, held: otherHeld + quantity + expected });
            expect({ heldReward, rewardBps }).toEqual({
              heldReward: expected,
              rewardBps: expected > 0 ? 700 : null,
            });
          },
        ),
        { numRuns: rounds(60, 150) },
      );
      await db.update(supplies).set(before).where(ofCompany());
    },
  );

  test("releasing fails if more tokens are released than are held, or the order is missing", async () => {
    const { db } = harness.database;
    const another = await company.member();
    const { orderNumber } = await (await company.as(another)).orders.create({ amount: "100" });
    const order = await company.order(orderNumber);
    const before = await pool();
    const hold = (change: Partial<typeof order>, released: number) =>
      db.transaction((tx) =>
        holdTokens(tx, { ...order, ...change }, { reward: 1, rewardBps: 500, released }),
      );
    await expect(hold({}, before.held + 20)).rejects.toThrow("too few tokens");
    await expect(hold({ id: company.id }, 0)).rejects.toThrow("not there any more");
    expect(await pool()).toEqual(before);
  });
});

test("a purchase that fails at any statement leaves neither order nor hold nor key", async () => {
  const buyer = await company.member();
  const before = await company.balances();
  // The reference of another order: the claim, the mails and the answer are sent behind the refused one.
  const owner = await company.member();
  const payer = await company.as(owner, { transport: "rest" });
  const sent = { paymentMethod: "UPI" as const, amount: "100", referenceNumber: "412345670001" };
  await payer.orders.submit({ ...sent, receiptId: await company.proof(owner) });
  const held = await company.balances();
  const api = await company.as(buyer, { transport: "rest", key: "one" });
  const receiptId = await company.proof(buyer);
  const messages = (await harness.messages("orderWaiting")).length;
  expect(await resultCode(api.orders.submit({ ...sent, receiptId }))).toBe("REFERENCE_USED");
  expect(await company.balances()).toEqual(held);
  expect(held.poolHeld).toBe(before.poolHeld + 10);
  expect((await api.orders.listMine({})).total).toBe(0);
  expect(await harness.messages("orderWaiting")).toHaveLength(messages);
  // The key is unused: another reference is another input.
  const again = api.orders.submit({ ...sent, referenceNumber: "412345670002", receiptId });
  expect(await resultCode(again)).toBe("ok");
});
