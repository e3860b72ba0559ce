import { findMember, lastingMemberProcedure } from "@server/access";
import { bonusOf } from "@server/ledger/rules/reward";
import {
  OwnPurchases,
  type PurchaseLine,
  type PurchaseStatement,
} from "@server/orders/contracts/purchase-statement";
import { listDecidedIn } from "@server/orders/queries/receipts";
import { dateInIndia, financialYearOf } from "@server/platform/rules/dates/dates";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { contactOf, sellerLine } from "@server/sites/rules/contact";
import { boughtIn } from "./order-view";

/**
 * The member's own purchases of a financial year: each on the day of its approval, and a reversal, as a
 * line that takes it back, on its own day.
 */
export const ownStatement = lastingMemberProcedure
  .input(OwnPurchases)
  .query(async ({ ctx, input: { year } }): Promise<PurchaseStatement> => {
    const { company, db, actor } = ctx;
    const [member, orders] = await Promise.all([
      findMember(db, company.id, actor.id),
      listDecidedIn(db, company.id, actor.id, {
        from: `${year}-04-01`,
        until: `${year + 1}-04-01`,
      }),
    ]);
    if (!member) throw refuse("NOT_SIGNED_IN");
    return {
      year,
      member: { name: member.name, memberId: member.referralCode },
      company: {
        name: company.name,
        ...contactOf(company),
        tokenSymbol: company.tokenSymbol,
        seller: sellerLine({ name: company.name, ...company.settings }),
      },
      purchases: orders
        .flatMap((order) => [
          lineOf(order, order.decidedAt, 1),
          ...(order.reversedAt ? [lineOf(order, order.reversedAt, -1)] : []),
        ])
        .filter(({ day }) => financialYearOf(day) === year)
        .sort((a, b) => a.day.localeCompare(b.day)),
    };
  });

type Decided = Awaited<ReturnType<typeof listDecidedIn>>[number];

function lineOf(order: Decided, at: Date | null, sign: 1 | -1): PurchaseLine {
  const { quantity, amountPaise, feePaise } = boughtIn(order);
  const bonus = bonusOf(order);
  return {
    day: at ? dateInIndia(at) : "",
    orderNumber: order.orderNumber,
    isReversed: sign < 0,
    tokens: sign * (quantity + bonus),
    bonusTokens: sign * bonus,
    amountPaise: sign * amountPaise,
    feePaise: sign * feePaise,
    totalPaise: sign * (amountPaise + feePaise),
  };
}
