import { listBeneficiaries } from "@db/queries/beneficiaries";
import { findOpenOrder, findOwnOrder } from "@db/queries/orders";
import { OrderNumberRef, type OrderForPayment, type OrderView } from "@server/contracts/orders";
import { isHoldOver } from "@server/domain/orders/times";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure } from "@server/trpc";
import { paymentOptions } from "../beneficiaries/payment-options";
import { orderView } from "./order-view";

/** The member's order that waits to be paid while its hold lasts, or null. */
export const openOrder = memberProcedure.query(async ({ ctx }): Promise<OrderView | null> => {
  const found = await findOpenOrder(ctx.db, ctx.company.id, ctx.actor.id);
  if (!found || isHoldOver(found.order, found.now)) return null;
  return orderView(found.order, found.now);
});

/** All that the payment page shows of one's own order. */
export const findOrder = memberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<OrderForPayment> => {
    const { company } = ctx;
    const [found, accounts] = await Promise.all([
      findOwnOrder(ctx.db, company.id, ctx.actor.id, input.purchaseId),
      listBeneficiaries(ctx.db, company.id),
    ]);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    return {
      order: orderView(found.order, found.now),
      payment: paymentOptions(accounts, company.name),
      company: {
        name: company.name,
        email: company.settings.supportEmail ?? company.email,
        mobile: company.settings.supportMobile ?? company.mobile,
      },
    };
  });
