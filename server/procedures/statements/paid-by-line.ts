import type { Order } from "@db/queries/orders";
import { findLine, settleLine, type StatementLine } from "@db/queries/statements";
import { isReference, normaliseReference } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";
import { lineIn } from "./settle-line";

/** What an approval stands on: locked after its order, settled with it. */
export interface PaidBy {
  lineId: string;
  /** `receivedPaise` is what the approval says that was received. */
  lock(ctx: AdminContext, receivedPaise: number): Promise<void>;
  /** The number that the bank gives the payment; null where it is none. Locks nothing: it never changes. */
  reference(ctx: AdminContext): Promise<string | null>;
  settle(ctx: AdminContext, order: Order): Promise<void>;
}

/**
 * The entry that an approval stands on: locked after the order and its waiting change, settled in the
 * same transaction. Of two admins who give one entry to two orders, the second finds it settled.
 */
export function paidByLine(lineId: string): PaidBy {
  let line: StatementLine | undefined;
  return {
    lineId,
    async lock(ctx, receivedPaise) {
      line = await lineIn(ctx, lineId, "OPEN");
      assertSum(line, receivedPaise);
    },
    async reference({ db, company }) {
      return referenceOf(line ?? (await findLine(db, company.id, lineId)));
    },
    async settle(ctx, order) {
      if (line) await matchLine(ctx, line, order);
    },
  };
}

/** An entry's number as it is stored of payments. */
function referenceOf(line: StatementLine | undefined): string | null {
  const reference = normaliseReference(line?.reference ?? "");
  return isReference(reference) ? reference : null;
}

export function assertSum(line: StatementLine, paise: number): void {
  if (line.amountPaise !== paise) throw refuse("STATEMENT_SUM_DIFFERS");
}

/** Gives a locked entry to a locked order. */
export async function matchLine(
  ctx: AdminContext,
  line: StatementLine,
  order: Order,
): Promise<void> {
  await Promise.all([
    settleLine(ctx.db, line, { status: "MATCHED", orderId: order.id, by: ctx.actor.id }),
    recordAudit(ctx, {
      action: "statement.line-matched",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: {
        orderNumber: order.orderNumber,
        amountPaise: line.amountPaise,
        reference: line.reference,
      },
    }),
  ]);
}
