import type { Buyer, Order } from "@db/queries/orders";
import { findPerson, listAdmins, type Recipient } from "@db/queries/recipients";
import { originOfCompany } from "@server/context/company-origin";
import type { Context } from "@server/context/context";
import type { CompanySite } from "@server/context/site";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import type { ChainedAllocation } from "@server/domain/stock/hash-chain.server";
import type { Message } from "@server/jobs/messages/templates";

type Telling = Context & { company: CompanySite };
type Addressee = Pick<Recipient, "id" | "email" | "language">;

/** A mail to a person of the company, its links leading to the company's site. */
const mailTo = async (ctx: Telling, to: Addressee) =>
  ({
    channel: "EMAIL",
    address: to.email,
    language: to.language,
    companyId: ctx.company.id,
    userId: to.id,
    // A call by REST may come through the platform's host, which is no site of a member's.
    origin:
      ctx.site.kind === "company"
        ? ctx.origin
        : await originOfCompany(ctx.db, ctx.deps.config.appOrigin, ctx.company.id),
  }) as const satisfies Partial<Message>;

/** A blocked member still hears of their money; a deleted one has no address any more. */
async function reachable(ctx: Telling, memberId: string): Promise<Recipient | null> {
  const person = await findPerson(ctx.db, ctx.company.id, memberId);
  return person && person.deletedAt === null ? person : null;
}

/** To the member: we have it. To the admins: it waits. */
export async function tellSubmitted(ctx: Telling, order: Order, buyer: Buyer): Promise<void> {
  const total = formatRupees(order.totalPaise);
  await ctx.deps.jobs.tell(ctx.db, {
    ...(await mailTo(ctx, buyer)),
    template: "orderSubmitted",
    params: {
      orderNumber: order.orderNumber,
      total,
      quantity: formatQuantity(order.quantity),
      token: ctx.company.tokenSymbol,
    },
  });
  for (const admin of await listAdmins(ctx.db, ctx.company.id)) {
    await ctx.deps.jobs.tell(ctx.db, {
      ...(await mailTo(ctx, admin)),
      template: "orderWaiting",
      params: {
        orderNumber: order.orderNumber,
        total,
        member: buyer.name,
        method: order.paymentMethod ?? "",
      },
    });
  }
}

/** To the member: the tokens are theirs. To the referrer: so is the reward. */
export async function tellApproved(
  ctx: Telling,
  order: Order,
  allocated: readonly ChainedAllocation[],
): Promise<void> {
  const member = await reachable(ctx, order.memberId);
  const token = ctx.company.tokenSymbol;
  for (const row of allocated) {
    const quantity = formatQuantity(row.quantity);
    if (row.kind === "PURCHASE" && member) {
      await ctx.deps.jobs.tell(ctx.db, {
        ...(await mailTo(ctx, member)),
        template: "orderApproved",
        params: { orderNumber: order.orderNumber, quantity, token, hash: row.hash },
      });
    }
    if (row.kind === "REFERRAL") await tellReward(ctx, order, row, "rewardEarned");
  }
}

export async function tellRejected(ctx: Telling, order: Order): Promise<void> {
  const member = await reachable(ctx, order.memberId);
  if (!member) return;
  await ctx.deps.jobs.tell(ctx.db, {
    ...(await mailTo(ctx, member)),
    template: "orderRejected",
    params: {
      orderNumber: order.orderNumber,
      reason: order.decisionReason ?? "",
      refundNote: order.refundNote ?? "",
    },
  });
}

export async function tellReversed(
  ctx: Telling,
  order: Order,
  reversals: readonly ChainedAllocation[],
): Promise<void> {
  const member = await reachable(ctx, order.memberId);
  if (member) {
    await ctx.deps.jobs.tell(ctx.db, {
      ...(await mailTo(ctx, member)),
      template: "orderReversed",
      params: { orderNumber: order.orderNumber, reason: order.decisionReason ?? "" },
    });
  }
  for (const row of reversals) {
    if (row.memberId !== order.memberId) await tellReward(ctx, order, row, "rewardReversed");
  }
}

async function tellReward(
  ctx: Telling,
  order: Order,
  row: ChainedAllocation,
  template: "rewardEarned" | "rewardReversed",
): Promise<void> {
  const referrer = await reachable(ctx, row.memberId);
  const buyer = await findPerson(ctx.db, ctx.company.id, order.memberId);
  if (!referrer || !buyer) return;
  await ctx.deps.jobs.tell(ctx.db, {
    ...(await mailTo(ctx, referrer)),
    template,
    params: {
      quantity: formatQuantity(Math.abs(row.quantity)),
      token: ctx.company.tokenSymbol,
      memberId: buyer.referralCode,
    },
  });
}
