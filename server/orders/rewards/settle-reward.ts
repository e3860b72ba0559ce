import { type Executor, transact } from "@db/client";
import type { Order } from "@db/schema";
import { type Deps, keepAnswer, oncePerKey, recordAudit, type AdminContext } from "@server/access";
import { adminProcedure, memberProcedure, router } from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { appendAllocations, findPurchase, giveBack, lockPool, rewardHeldBy } from "@server/ledger";
import { termsOfText } from "@server/ledger/rules/allocation-text";
import {
  DecideRewards,
  type FilterRewards,
  ListOwnRewards,
  type OwnReward,
  type RewardList,
  type RewardOutcome,
  type RewardRecord,
  type RewardTotals,
  SortRewards,
} from "@server/orders/contracts/rewards";
import { eachAlone } from "@server/orders/deciding/decide-many";
import { lockOrderById } from "@server/orders/deciding/decision";
import { notifyReward } from "@server/orders/records/notify-members";
import { rewardEntry } from "@server/orders/records/order-audit";
import { rewardAllocation } from "@server/orders/deciding/purchase-allocations";
import { lockOrderWithPeople, type OrderWithPeople } from "@server/orders/queries/decisions";
import { amendOrder } from "@server/orders/queries/orders";
import {
  listDueRewards,
  listRewards,
  type RewardFilter,
  type RewardRow,
  rewardTotals,
} from "@server/orders/queries/rewards";
import {
  released,
  rewardAfter,
  rewardStateOf,
  withdrawn,
  mayEarn,
} from "@server/orders/rules/reward-life";
import { dayRangeOf } from "@server/orders/reading/order-filter";
import { insertAudit, sweepEach } from "@server/platform";
import { containsPattern } from "@server/platform/rules/like";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** A context of the acts on a reward: of an admin, or of the product itself. */
type Within = Parameters<typeof notifyReward>[0];

/** Writes a changed reward of a locked order: the row, the audit entry and the mail. */
async function writeReward(
  ctx: Within,
  { order, member, referrer }: OrderWithPeople,
  change: Partial<Order>,
  note: (entry: ReturnType<typeof rewardEntry>) => Promise<void>,
): Promise<Order> {
  const amended = await amendOrder(ctx.db, order, { heldReward: 0, ...change });
  await note(rewardEntry(amended));
  await notifyReward(ctx, amended, { member, referrer, reward: order.heldReward });
  return amended;
}

/** Appends the allocation of a reward that was on hold. Locks the pool's row: call it last. */
async function allocateReward(db: Executor, order: Order): Promise<void> {
  const purchase = await findPurchase(db, order);
  const terms = purchase && termsOfText(purchase.hashedBytes)?.terms;
  if (!terms || typeof terms === "string" || terms.rewardTokens !== order.heldReward) {
    throw new Error("The purchase of a reward does not state it.");
  }
  const pool = await lockPool(db, order.companyId);
  const { heldReward } = order;
  const change = { held: -heldReward, allocated: heldReward };
  await appendAllocations(db, pool, [rewardAllocation(order, terms)], change);
}

interface Decision {
  orderId: string;
  reason: string;
}
interface Decided extends Record<string, string | number> {
  orderNumber: string;
  state: "ALLOCATED" | "WITHDRAWN";
  tokens: number;
}

/**
 * Locks a reward that the actor may decide about. Refuses with REWARD_NOT_FOUND, OWN_ORDER,
 * REWARD_DECIDED and, before the approval, REWARD_PROMISED.
 */
async function lockReward(
  ctx: AdminContext,
  input: Decision,
  event: "RELEASED" | "BY_ADMIN",
): Promise<OrderWithPeople> {
  const found = await lockOrderById(ctx, input);
  const state = found && rewardStateOf(found.order);
  if (!found || !state) throw refuse("REWARD_NOT_FOUND");
  assertMayDecide(found.order, ctx.actor);
  assertMayDecide({ memberId: found.order.referrerId }, ctx.actor);
  if (rewardAfter(state, event) === undefined) {
    const { orderNumber } = found.order;
    throw refuse(state === "PROMISED" ? "REWARD_PROMISED" : "REWARD_DECIDED", { orderNumber });
  }
  return found;
}

/** Allocates a reward on hold before its time, whatever holds it. */
async function release(ctx: AdminContext, input: Decision): Promise<Decided> {
  const found = await lockReward(ctx, input, "RELEASED");
  const { order, referrer, now: at } = found;
  if (!referrer || !mayEarn(referrer)) {
    throw refuse("REWARD_DECIDED", { orderNumber: order.orderNumber });
  }
  const change = released({ at, by: ctx.actor.id, note: input.reason });
  await writeReward(asWithin(ctx), found, change, (entry) => recordAudit(ctx, entry));
  const decided = decidedOf(order, "ALLOCATED");
  await keepAnswer(ctx, decided);
  await allocateReward(ctx.db, order);
  return decided;
}

/** Withdraws a reward that is promised or on hold; its tokens return to the pool. */
async function withdraw(ctx: AdminContext, input: Decision): Promise<Decided> {
  const found = await lockReward(ctx, input, "BY_ADMIN");
  const { order, now: at } = found;
  // Of one that was held for a risk, the admin found that it is one.
  const reason = order.rewardHeldBecause.includes("RISK") ? "RISK" : "BY_ADMIN";
  const change = withdrawn(order, { reason, at, by: ctx.actor.id, note: input.reason });
  await writeReward(asWithin(ctx), found, change, (entry) => recordAudit(ctx, entry));
  const decided = decidedOf(order, "WITHDRAWN");
  await keepAnswer(ctx, decided);
  await giveBack(ctx.db, order.companyId, [rewardHeldBy(order)]);
  return decided;
}

const asWithin = ({ db, company, deps }: AdminContext): Within => ({
  db,
  company,
  jobs: deps.jobs,
});

const decidedOf = ({ orderNumber, heldReward }: Order, state: Decided["state"]): Decided => ({
  orderNumber,
  state,
  tokens: heldReward,
});

/** Decides about each reward on its own: a refused one does not stop the others. */
async function decideEachReward(
  ctx: AdminContext,
  { orderIds, reason }: DecideRewards,
  decide: (one: AdminContext, input: Decision) => Promise<Decided>,
): Promise<RewardOutcome[]> {
  const decided = await eachAlone(ctx, orderIds, (one, orderId) =>
    decide(one, { orderId, reason }),
  );
  return decided.map(({ id: orderId, done: reward, refusal }) => ({ orderId, reward, refusal }));
}

const releaseOnce = oncePerKey(release);
const withdrawOnce = oncePerKey(withdraw);

/** Number of rewards that a sweep releases; the next minute's goes on. */
const MOST_PER_SWEEP = 1000;

/**
 * Releases the rewards whose days are over and that nothing else holds, each in a transaction of its
 * own (`sweepEach`). Returns their number.
 */
export const releaseDueRewards = async (
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  limit: number = MOST_PER_SWEEP,
): Promise<number> =>
  sweepEach(
    await listDueRewards(db, limit),
    "Some rewards were not released.",
    async ({ orderId, ...company }) =>
      Number(await transact(db, (tx) => releaseDue({ db: tx, jobs, company }, orderId))),
  );

/** Releases a reward if it is still due under its order's lock: another instance may have been first. */
async function releaseDue(ctx: Within, orderId: string): Promise<boolean> {
  const { id: companyId } = ctx.company;
  const found = await lockOrderWithPeople(ctx.db, companyId, orderId);
  if (!found || !isDue(found)) return false;
  const { order, referrer, now: at } = found;
  const note = (entry: ReturnType<typeof rewardEntry>) =>
    insertAudit(ctx.db, { companyId, actorRole: "SYSTEM", ...entry });
  if (referrer && mayEarn(referrer)) {
    await writeReward(ctx, found, released({ at }), note);
    await allocateReward(ctx.db, order);
  } else {
    await writeReward(ctx, found, withdrawn(order, { reason: "REFERRER_ENDED", at }), note);
    await giveBack(ctx.db, companyId, [rewardHeldBy(order)]);
  }
  return true;
}

const isDue = ({ order, now }: OrderWithPeople): boolean =>
  order.rewardState === "ON_HOLD" &&
  order.rewardHeldBecause.every((why) => why === "DAYS") &&
  order.rewardReleaseAt !== null &&
  order.rewardReleaseAt <= now;

/** A referrer is told no reason that says what became of the purchase. */
const toldReason = ({ reason }: RewardRow): OwnReward["reason"] =>
  reason === "RISK" || reason === "REFERRER_ENDED" || reason === "BY_ADMIN" ? reason : null;

const ownReward = (row: RewardRow): OwnReward => ({
  tokens: row.tokens,
  state: row.state,
  releaseAt: row.state === "ON_HOLD" ? (row.releaseAt?.toISOString() ?? null) : null,
  heldBecause: row.state === "ON_HOLD" ? row.heldBecause : [],
  reason: toldReason(row),
  note: row.note,
  orderedAt: row.orderedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  allocatedAt: row.allocatedAt?.toISOString() ?? null,
});

/** A reward as an admin reads it. */
export const rewardRecord = (row: RewardRow): RewardRecord => {
  const { orderId, orderNumber, referrer, buyer } = row;
  return { ...ownReward(row), reason: row.reason, orderId, orderNumber, referrer, buyer };
};

/** The filter of a list of rewards, as its query takes it. */
export const rewardFilter = (input: Omit<FilterRewards, "page" | "limit">): RewardFilter => ({
  state: input.state,
  referrerId: input.referrerId,
  pattern: containsPattern(input.search),
  ...dayRangeOf(input),
});

const list = adminProcedure
  .input(SortRewards)
  .query(async ({ ctx, input }): Promise<RewardList> => {
    const { sort, isDescending } = input;
    const listed = await listRewards(
      ctx.db,
      ctx.company.id,
      rewardFilter(input),
      { by: sort, isDescending },
      sliceOf(input),
    );
    return {
      records: listed.rows.map(rewardRecord),
      total: listed.total,
      lastPage: lastPageOf(listed.total, input.limit),
      isSorted: listed.isSorted,
    };
  });

/**
 * Lists the rewards of the member's own invitations, newest first, without who bought and what became
 * of the purchase. One of an order that is not paid yet is not listed.
 */
const mine = memberProcedure
  .input(ListOwnRewards)
  .query(async ({ ctx, input }): Promise<RewardList<OwnReward> & { totals: RewardTotals }> => {
    const { db, company, actor } = ctx;
    const filter = { referrerId: actor.id, isPaid: true, state: input.state, pattern: null };
    const page = sliceOf(input);
    const [listed, totals] = await Promise.all([
      listRewards(db, company.id, filter, { by: "date", isDescending: true }, page),
      rewardTotals(db, company.id, actor.id),
    ]);
    return {
      records: listed.rows.map(ownReward),
      total: listed.total,
      lastPage: lastPageOf(listed.total, input.limit),
      isSorted: listed.isSorted,
      totals,
    };
  });

export const rewardsRouter = router({
  list,
  mine,
  totals: adminProcedure.query(({ ctx }) => rewardTotals(ctx.db, ctx.company.id)),
  release: adminProcedure
    .input(DecideRewards)
    .mutation(({ ctx, input, path }) =>
      decideEachReward(ctx, input, (one, reward) => releaseOnce({ ctx: one, input: reward, path })),
    ),
  withdraw: adminProcedure
    .input(DecideRewards)
    .mutation(({ ctx, input, path }) =>
      decideEachReward(ctx, input, (one, reward) =>
        withdrawOnce({ ctx: one, input: reward, path }),
      ),
    ),
});
