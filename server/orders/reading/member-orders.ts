import { listEveryOrderOf, listOfPerson, profileImageOf } from "@server/members";
import type { MemberOrder } from "@server/members/contracts/member-details";
import { memberProcedure, router } from "@server/access";
import { identityRulesOf } from "@server/companies/rules/identity";
import { bonusOf } from "@server/ledger/rules/reward";
import { boughtIn, openOrderOf, orderRecord } from "./order-view";
import { findFrame } from "@server/orders/queries/order-lists";
import { type OrderStatus, SUBMITTED_STATUSES } from "@db/vocabulary";
import { type MemberFrame, MOST_FOLLOWED, type OrderRecord } from "@server/orders/contracts/orders";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { HOLD_SECONDS, isHoldOver, QUOTE_STANDS_SECONDS } from "@server/platform/rules/hold-times";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Number of newest orders in which the screens look for decisions of the last days. */
const NEWEST_ORDERS = 10;

/** Maximum of unpaid orders that are offered again; the history has all. */
const UNPAID_ORDERS = 3;

const SUBMITTED: ReadonlySet<OrderStatus> = new Set(SUBMITTED_STATUSES);

/** Returns the member's data for the frame of their screens; two statements, since every screen has it. */
const frame = memberProcedure.query(async ({ ctx }): Promise<MemberFrame> => {
  const found = await findFrame(ctx.db, ctx.company.id, ctx.actor.id, {
    waiting: MOST_FOLLOWED,
    latest: NEWEST_ORDERS,
    unpaid: UNPAID_ORDERS,
    // An expired order is offered while it may still be paid at its price (architecture.md §6).
    unpaidSeconds: HOLD_SECONDS + QUOTE_STANDS_SECONDS,
  });
  if (!found) throw refuse("NOT_SIGNED_IN");
  const { user, open } = found;
  const all = found.orders.map((order) => orderRecord(order, user));
  const isUnpaid = ({ status }: OrderRecord) => !SUBMITTED.has(status);
  const records = all.filter((record) => !isUnpaid(record));
  return {
    name: user.name,
    referralCode: user.referralCode,
    profileImage: profileImageOf(user),
    unread: found.unread,
    identity: identityRulesOf(ctx.company.settings).asks === "NOTHING" ? null : found.identity,
    open: open && !isHoldOver(open, open.now) ? openOrderOf(open, open.now) : null,
    waiting: records.filter(({ status }) => status === "PENDING").slice(0, MOST_FOLLOWED),
    latest: records.slice(0, NEWEST_ORDERS),
    unpaid: all
      .filter(isUnpaid)
      // An OPEN order here is expired too; its sweep has not ended it yet.
      .map((record) => ({
        ...record,
        status: record.status === "OPEN" ? "EXPIRED" : record.status,
      })),
  };
});

/** Lists a member's purchases for an admin of their company. */
const orders = listOfPerson(listEveryOrderOf, (order): MemberOrder => {
  const bought = boughtIn(order);
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    createdAt: order.createdAt.toISOString(),
    status: order.status,
    paymentMethod: order.paymentMethod,
    totalQuantity: bought.quantity,
    bonusTokens: bonusOf(order),
    finalAmountPaise: bought.amountPaise + bought.feePaise,
    missingPaise: missingOf(order),
    referenceNumber: order.reference,
  };
});

/** Procedures of `members` that read orders. */
export const memberOrdersRouter = router({ frame, orders });
