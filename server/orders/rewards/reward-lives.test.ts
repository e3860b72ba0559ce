import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders } from "@db/schema";
import { REWARD_STATES } from "@db/vocabulary";
import { releaseRewardsOf } from "@server/ledger";
import { rewardFor } from "@server/ledger/rules/reward";
import { REWARD_LIFE, rewardAfter, rewardAtApproval } from "@server/orders/rules/reward-life";
import { releaseDueRewards } from "@server/orders/rewards/settle-reward";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";

describe("the table of a reward's life", () => {
  test("an event leads to a state of the table or to none, and what it does not list cannot happen", () => {
    for (const state of REWARD_STATES) {
      for (const [event, after] of Object.entries(REWARD_LIFE[state])) {
        expect([null, ...REWARD_STATES]).toContain(after);
        expect(rewardAfter(state, event as "RELEASED")).toBe(after);
      }
    }
    expect(rewardAfter("WITHDRAWN", "RELEASED")).toBeUndefined();
    expect(rewardAfter("ALLOCATED", "BY_ADMIN")).toBeUndefined();
    expect(rewardAfter("HELD", "RELEASED")).toBeUndefined();
  });

  test("without days and limit every reward is allocated with its approval", () => {
    const order = { status: "PENDING", heldReward: 5, rewardState: null } as const;
    const at = new Date(0);
    const waiting = { ...order, rewardTokens: null, rewardHeldBecause: [] };
    const rules = { rewardHoldDays: 0, rewardVerifiedAbove: null };
    const referrer = { isApproved: false };
    const decide = (change: object, held: "RISK"[] = []) =>
      rewardAtApproval(
        { ...waiting, rewardHeldBecause: held },
        { tokens: 5, referrer, rules, at, ...change },
      );
    expect(decide({})).toMatchObject({ tokens: 5, allocated: 5, held: 0 });
    expect(decide({ rules: { ...rules, rewardVerifiedAbove: 4 } })).toMatchObject({
      allocated: 0,
      held: 5,
      columns: { rewardHeldBecause: ["UNVERIFIED"] },
    });
    expect(decide({ rules: { ...rules, rewardHoldDays: 90 } }, ["RISK"])).toMatchObject({
      columns: {
        rewardHeldBecause: ["DAYS", "RISK"],
        rewardReleaseAt: new Date(90 * 86_400_000),
      },
    });
    expect(decide({ referrer: null })).toMatchObject({
      tokens: 0,
      columns: { rewardState: "WITHDRAWN", rewardReason: "REFERRER_ENDED" },
    });
  });
});

/** A reward as the model keeps it. */
interface Modelled {
  orderId: string;
  orderNumber: string;
  status: "PENDING" | "APPROVED" | "REJECTED" | "REVERSED";
  tokens: number;
  /** Tokens that its approval allocated, if fewer. */
  part: number | null;
  /** The rate of the order's making, in basis points; null where the pool had no token for a reward. */
  bps: number | null;
  reward: number;
  /** True once it is withdrawn for good. */
  isLost: boolean;
  state: "PROMISED" | "ON_HOLD" | "ALLOCATED" | "WITHDRAWN" | null;
}

describe("random lives", () => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await orderHarness({ connections: 4 });
  });
  afterAll(() => harness.close());

  const LIVES = Number(process.env["REWARD_LIVES"] ?? 4);
  const STEPS = 20;

  test(
    "orders and rewards of random lives agree with a simple model, and no holding falls below zero",
    { tags: ["full"], timeout: 60_000 * Math.max(1, LIVES / 4) },
    async () => {
      for (let life = 0; life < LIVES; life += 1) {
        const seed = Number(process.env["REWARD_SEED"] ?? Date.now() % 1_000_000) + life;
        await expect(live(seed), `seed ${seed}`).resolves.toBeUndefined();
      }
    },
  );

  async function live(seed: number): Promise<void> {
    let at = seed;
    const pick = (n: number) => {
      at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((at / 2_147_483_648) * n);
    };
    const pool = 150 + pick(750);
    const company = await harness.company({ maxPendingOrders: 50, privateTokens: pool });
    const referrer = await company.member();
    const member = await company.member({ referrerId: referrer.id });
    const model: Modelled[] = [];
    let days = 0;
    let bps = 500;
    const one = (...states: Modelled["status"][]) => {
      const fitting = model.filter(({ status }) => states.includes(status));
      return fitting[pick(fitting.length)];
    };
    const free = () =>
      pool -
      model.reduce((sum, { status, tokens, part, reward, state }) => {
        const bought = status === "PENDING" || status === "APPROVED" ? (part ?? tokens) : 0;
        return sum + bought + (state !== null && state !== "WITHDRAWN" ? reward : 0);
      }, 0);
    const promise = (order: Modelled, wanted: number, left: number) => {
      order.reward = Math.min(wanted, left);
      order.state = order.reward > 0 ? "PROMISED" : null;
      order.bps = order.reward > 0 ? (order.bps ?? bps) : null;
    };
    for (let step = 0; step < STEPS; step += 1) {
      const admin = await company.as(company.admin, { canUndo: true });
      const act = pick(10);
      if (act <= 2) {
        // The last tokens of a pool leave none, or too few, for the reward.
        const tokens = Math.min(10 * (1 + pick(20)), free());
        if (tokens === 0) continue;
        const api = await company.as(member);
        const amount = String(tokens * 10);
        const { orderNumber: purchaseId } = await api.orders.create({ amount });
        const { id } = await api.orders.submit({
          purchaseId,
          paymentMethod: "MANUAL",
          amount,
          consent: true,
        });
        const order: Modelled = {
          orderId: id,
          orderNumber: purchaseId,
          status: "PENDING",
          tokens,
          part: null,
          bps: null,
          reward: 0,
          state: null,
          isLost: false,
        };
        promise(order, rewardFor(tokens, bps), free() - tokens);
        model.push(order);
      } else if (act === 3) {
        days = pick(2) * 7;
        await company.setCompany({ settings: { rewardHoldDays: days } });
      } else if (act === 4) {
        bps = 100 * (1 + pick(20));
        await company.setCompany({ referralRewardBps: bps });
      } else if (act === 5) {
        const order = one("PENDING");
        if (!order) continue;
        const { orderId, tokens, reward, state } = order;
        const part = pick(2) === 0 ? 1 + pick(tokens) : tokens;
        // Ten rupees for each token, and the fee of 2.5 %.
        const receivedAmount = (part * 10.25).toFixed(2);
        await admin.orders.approve({ orderId, ...(part < tokens && { receivedAmount }) });
        order.status = "APPROVED";
        order.part = part < tokens ? part : null;
        if (state === "PROMISED") {
          if (part < tokens) order.reward = Math.min(reward, rewardFor(part, order.bps ?? 0));
          order.state = order.reward === 0 ? null : days > 0 ? "ON_HOLD" : "ALLOCATED";
        }
        if (pick(3) === 0) {
          const { decidedAt } = await company.order(order.orderNumber);
          await admin.orders.undo({ orderId, decidedAt: decidedAt?.toISOString() ?? "" });
          order.status = "PENDING";
          order.part = null;
          if (state !== "WITHDRAWN") {
            order.state = null;
            // The rest of a part is promised again as far as the pool has it.
            const whole = part < tokens ? rewardFor(tokens, order.bps ?? 0) : reward;
            order.reward = Math.min(whole, free());
            order.state = order.reward > 0 ? "PROMISED" : null;
          }
        }
      } else if (act === 6) {
        const order = one("PENDING", "APPROVED");
        if (!order) continue;
        const { orderId } = order;
        const isApproved = order.status === "APPROVED";
        if (isApproved) await admin.orders.reverse({ orderId, reason: "No money" });
        else await admin.orders.reject({ orderId, reason: "No money" });
        order.status = isApproved ? "REVERSED" : "REJECTED";
        if (order.state !== null) order.state = "WITHDRAWN";
      } else if (act === 7) {
        const order = one("PENDING", "APPROVED");
        if (order?.state !== "ON_HOLD" && order?.state !== "PROMISED") continue;
        const input = { orderIds: [order.orderId], reason: "Looked at it" };
        const isReleased = order.state === "ON_HOLD" && pick(2) === 0;
        if (isReleased) await admin.orders.rewards.release(input);
        else await admin.orders.rewards.withdraw(input);
        order.state = isReleased ? "ALLOCATED" : "WITHDRAWN";
        order.isLost = !isReleased;
      } else if (act === 8) {
        // A rejected order is paid anew: its reward is promised again, unless it was lost otherwise.
        const order = one("REJECTED");
        if (!order || order.tokens > free()) continue;
        const { orderNumber: purchaseId, tokens } = order;
        const amount = String(tokens * 10);
        const paid = { purchaseId, paymentMethod: "MANUAL", amount, consent: true };
        await (await company.as(member)).orders.submit(paid);
        if (!order.isLost) promise(order, rewardFor(tokens, order.bps ?? bps), free() - tokens);
        order.status = "PENDING";
      } else if (pick(3) === 0) {
        await harness.database.db.transaction((tx) =>
          releaseRewardsOf(tx, company.id, referrer.id),
        );
        for (const order of model) {
          if (order.state !== "PROMISED" && order.state !== "ON_HOLD") continue;
          order.state = "WITHDRAWN";
          order.isLost = true;
        }
      } else {
        await harness.database.db
          .update(orders)
          .set({ rewardReleaseAt: new Date(0), undoUntil: null })
          .where(eq(orders.rewardState, "ON_HOLD"));
        await releaseDueRewards(harness.database.db, harness.deps);
        for (const order of model) if (order.state === "ON_HOLD") order.state = "ALLOCATED";
      }
      await compare(company, referrer, model, free());
    }
  }

  async function compare(
    company: CompanyFixture,
    referrer: Person,
    model: Modelled[],
    free: number,
  ): Promise<void> {
    const { totals } = await (await company.as(referrer)).orders.rewards.mine({});
    for (const state of ["PROMISED", "ON_HOLD", "ALLOCATED", "WITHDRAWN"] as const) {
      const fitting = model.filter((one) => one.state === state);
      const tokens = fitting.reduce((sum, { reward }) => sum + reward, 0);
      expect([state, totals[state]]).toEqual([state, { rewards: fitting.length, tokens }]);
    }
    const { poolHeld, poolAllocated } = await company.balances();
    expect(company.pool - poolHeld - poolAllocated).toBe(free);
    expect(await company.faults()).toEqual([]);
  }
});
