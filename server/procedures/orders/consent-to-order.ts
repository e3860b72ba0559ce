import { amendOrder, databaseNow, lockOwnOrder } from "@db/queries/orders";
import { ConsentToOrder, type OrderView } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { assertCan } from "@server/domain/orders/lifecycle";
import { consentRefusal } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { keepAgreed } from "@server/policies/privacy-policy";
import { memberProcedure, recordAudit } from "@server/trpc";
import { orderView } from "./order-view";

/** Agreeing to the privacy policy for one order, before its payment is submitted. */
export const consentToOrder = memberProcedure.input(ConsentToOrder).mutation(
  once(async ({ ctx, input }): Promise<OrderView> => {
    const order = await lockOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
    if (!order) throw refuse("ORDER_NOT_FOUND");
    assertCan(order.status, "PENDING");
    if (!input.consent) throw refuse(consentRefusal(input.paymentMethod ?? "BANK"));
    const policyVersion = await keepAgreed(ctx, input.policyVersion);
    const now = await databaseNow(ctx.db);
    const agreed = await amendOrder(ctx.db, order, {
      consentedAt: now,
      consentVersion: policyVersion,
    });
    await recordAudit(ctx, {
      action: "order.consented",
      subjectType: "order",
      subjectId: order.id,
      after: { orderNumber: order.orderNumber, policyVersion },
    });
    return orderView(agreed, now);
  }),
);
