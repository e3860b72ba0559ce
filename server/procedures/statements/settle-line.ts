import { lockOrder } from "@db/queries/orders";
import { findLine, lockLine, settleLine, type StatementLine } from "@db/queries/statements";
import { ReopenLine, SetAsideLine, UnlinkLine } from "@server/contracts/statements";
import { idempotent } from "@server/context/idempotent";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";

/** A line in this status, locked. Refuses with STATEMENT_LINE_NOT_FOUND and STATEMENT_LINE_SETTLED. */
export async function lineIn(
  { db, company }: AdminContext,
  lineId: string,
  status: StatementLine["status"],
): Promise<StatementLine> {
  const line = await lockLine(db, company.id, lineId);
  if (!line || line.side !== "CREDIT") throw refuse("STATEMENT_LINE_NOT_FOUND");
  if (line.status !== status) throw refuse("STATEMENT_LINE_SETTLED");
  return line;
}

/** Records that a credit belongs to no order. Refuses like `lineIn`. */
export const setLineAside = adminProcedure.input(SetAsideLine).mutation(
  idempotent(async ({ ctx, input: { lineId, reason } }): Promise<null> => {
    const line = await lineIn(ctx, lineId, "OPEN");
    await settleLine(ctx.db, line, { status: "SET_ASIDE", note: reason, by: ctx.actor.id });
    await recordAudit(ctx, {
      action: "statement.line-set-aside",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: { amountPaise: line.amountPaise, reference: line.reference, reason },
    });
    return null;
  }),
);

/**
 * Withdraws the link of an entry: it waits again, and may be given to another order. What was approved
 * by it stays approved. Refuses with STATEMENT_LINE_NOT_FOUND, STATEMENT_LINE_SETTLED (it is not linked,
 * or to another order meanwhile) and OWN_ORDER.
 */
export const unlinkLine = adminProcedure.input(UnlinkLine).mutation(
  idempotent(async ({ ctx, input: { lineId, reason } }): Promise<null> => {
    const { db, company } = ctx;
    const seen = await findLine(db, company.id, lineId);
    // The order is locked before its entry.
    const order = seen?.orderId ? await lockOrder(db, company.id, seen.orderId) : undefined;
    const line = await lineIn(ctx, lineId, "MATCHED");
    if (!order || line.orderId !== order.id) throw refuse("STATEMENT_LINE_SETTLED");
    assertMayDecide(order, ctx.actor);
    await settleLine(db, line, { status: "OPEN", by: ctx.actor.id });
    await recordAudit(ctx, {
      action: "statement.line-unlinked",
      subjectType: "company",
      subjectId: company.id,
      after: {
        orderNumber: order.orderNumber,
        amountPaise: line.amountPaise,
        reference: line.reference,
        reason,
      },
    });
    return null;
  }),
);

/** Lets a credit that was set aside wait again. Refuses like `lineIn`. */
export const reopenLine = adminProcedure.input(ReopenLine).mutation(
  idempotent(async ({ ctx, input: { lineId } }): Promise<null> => {
    const line = await lineIn(ctx, lineId, "SET_ASIDE");
    await settleLine(ctx.db, line, { status: "OPEN", by: ctx.actor.id });
    await recordAudit(ctx, {
      action: "statement.line-reopened",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: { amountPaise: line.amountPaise, reference: line.reference },
    });
    return null;
  }),
);
