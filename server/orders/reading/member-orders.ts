import { listEveryOrderOf, personAt, limitAndOffset } from "@server/members";
import { ListOfMember, type MemberOrders } from "@server/members/contracts/member-details";
import { lastPageOf } from "@server/platform/rules/paging";
import { adminProcedure, router } from "@server/access";
import { frame } from "./member-frame";
import { boughtIn } from "./order-view";

/** Lists a member's purchases for an admin of their company. */
const orders = adminProcedure
  .input(ListOfMember)
  .query(async ({ ctx, input }): Promise<MemberOrders> => {
    const { id } = await personAt(ctx, input.id);
    const { rows, total } = await listEveryOrderOf(
      ctx.db,
      ctx.company.id,
      id,
      limitAndOffset(input),
    );
    const records = rows.map((order) => {
      const bought = boughtIn(order);
      return {
        id: order.id,
        orderNumber: order.orderNumber,
        createdAt: order.createdAt.toISOString(),
        status: order.status,
        paymentMethod: order.paymentMethod,
        totalQuantity: bought.quantity,
        finalAmountPaise: bought.amountPaise + bought.feePaise,
        referenceNumber: order.reference,
      };
    });
    return { records, total, lastPage: lastPageOf(total, input.limit) };
  });

/** Procedures of `members` that read orders. */
export const memberOrdersRouter = router({ frame, orders });
