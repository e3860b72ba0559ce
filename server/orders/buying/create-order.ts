import { lockOpenOrder } from "@server/orders/queries/orders";
import {
  keepAnswer,
  oncePerKey,
  memberProcedure,
  recordAudit,
  type MemberContext,
} from "@server/access";
import { CreateOrder, type OrderView } from "@server/orders/contracts/orders";
import { amountInPaise } from "@server/platform/rules/money/units";
import { orderView, replayOrderView } from "@server/orders/reading/order-view";
import { findPurchase, holdOrRunAgain, lockedBuyer, makeOrder } from "./place-order";

/**
 * Creates the member's order (BUY NOW) and holds its tokens for fifteen minutes. An unexpired order on
 * the same terms is kept; any other OPEN one is ended. Refuses as {@link makeOrder} and {@link
 * holdOrRunAgain} do.
 */
async function buy(ctx: MemberContext, input: CreateOrder): Promise<OrderView> {
  const { beneficiaryId } = input;
  const amountPaise = amountInPaise(input.amount);

  const buyer = await lockedBuyer(ctx);
  const open = await lockOpenOrder(ctx.db, ctx.company.id, buyer.id);
  const account = { id: beneficiaryId };
  const purchase = await findPurchase(ctx, buyer, { orderNumber: null, account });

  const wanted = { amountPaise, beneficiaryId, isProved: false };
  const made = await makeOrder(ctx, purchase, open, wanted);
  await recordAudit(ctx, ...made.entries);
  const view = orderView(made.order, buyer.now);
  await keepAnswer(ctx, view);
  // This locks the pool's row, so it comes last (architecture.md §6).
  await holdOrRunAgain(ctx, made, purchase);
  return view;
}

export const createOrder = memberProcedure
  .input(CreateOrder)
  .mutation(oncePerKey(buy, { replay: replayOrderView }));
