import { rowOf } from "@db/row-of";
import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { medias, orders, paymentEvidence, payments, statementLines, users } from "@db/schema";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { evidenceOfLine, paymentOfLine, paymentsOfOrder } from "@server/payments";
import { finalPaise, missingPaise } from "@server/platform";

/** Returns the member of an order for an admin: contact, verification, and registration time. */
export async function findReviewedMember(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      mobile: users.mobile,
      referralCode: users.referralCode,
      isApproved: users.isApproved,
      status: users.status,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(rowOf(users, companyId, memberId));
  return row;
}

/** Returns a member's other submitted orders: number and sum by status, and the newest ones. */
export async function listOtherOrders(
  db: Executor,
  companyId: string,
  { memberId, except, limit }: { memberId: string; except: string; limit: number },
) {
  const where = and(
    eq(orders.companyId, companyId),
    eq(orders.memberId, memberId),
    ne(orders.id, except),
    inArray(orders.status, [...SUBMITTED_STATUSES]),
  );
  const [counts, newest] = await Promise.all([
    db
      .select({
        status: orders.status,
        total: count(),
        totalPaise: sum(finalPaise).mapWith(Number),
      })
      .from(orders)
      .where(where)
      .groupBy(orders.status)
      .orderBy(asc(orders.status)),
    db
      .select({
        id: orders.id,
        orderNumber: orders.orderNumber,
        status: orders.status,
        totalPaise: finalPaise.mapWith(Number),
        missingPaise,
        reason: orders.decisionReason,
        at: sql`coalesce(${orders.reversedAt}, ${orders.decidedAt}, ${orders.submittedAt})`.mapWith(
          orders.createdAt,
        ),
      })
      .from(orders)
      .where(where)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit),
  ]);
  return { counts, newest };
}

const proved = alias(orders, "proved");
const ownProofs = alias(medias, "own_proofs");

/** Lists other orders of a company with a proof of the same bytes as one of these (`of`), newest first. */
export function listSameProof(
  db: Executor,
  companyId: string,
  { orderIds, limit }: { orderIds: readonly string[]; limit: number },
) {
  return db
    .select({
      of: proved.id,
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      totalPaise: finalPaise.mapWith(Number),
      missingPaise,
      memberName: users.name,
    })
    .from(proved)
    .innerJoin(ownProofs, rowOf(ownProofs, companyId, proved.proofMediaId))
    .innerJoin(medias, and(eq(medias.companyId, companyId), eq(medias.sha256, ownProofs.sha256)))
    .innerJoin(
      orders,
      and(
        eq(orders.companyId, companyId),
        eq(orders.proofMediaId, medias.id),
        ne(orders.id, proved.id),
      ),
    )
    .innerJoin(users, rowOf(users, companyId, orders.memberId))
    .where(
      and(
        eq(proved.companyId, companyId),
        inArray(proved.id, [...orderIds]),
        inArray(orders.status, [...SUBMITTED_STATUSES]),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/**
 * Lists entries of statements that an order may be about, oldest first: those of its payments, and open
 * ones that belong to no member and have one of these sums, or one of these keys (capitals and digits
 * only) in their text.
 */
export function listLinesFor(
  db: Executor,
  companyId: string,
  {
    orderId,
    paymentId,
    sumsPaise,
    keys,
    limit,
  }: {
    orderId: string;
    paymentId: string | null;
    sumsPaise: readonly number[];
    keys: readonly string[];
    limit: number;
  },
) {
  const text = sql`upper(regexp_replace(coalesce(${statementLines.reference}, '') || ' ' || ${statementLines.narration}, '[^A-Za-z0-9]', '', 'g'))`;
  const isNamed = keys.map((key) => sql`strpos(${text}, ${key}) > 0`);
  const isOwn = sql`(${payments.id} = ${paymentId}::uuid OR ${payments.id} IN ${paymentsOfOrder(companyId, orderId)})`;
  return db
    .select({ line: statementLines, payment: payments, isOwn: sql<boolean>`${isOwn}` })
    .from(statementLines)
    .innerJoin(paymentEvidence, evidenceOfLine)
    .innerJoin(payments, paymentOfLine)
    .where(
      and(
        eq(statementLines.companyId, companyId),
        or(
          isOwn,
          and(
            eq(payments.status, "UNALLOCATED"),
            isNull(payments.memberId),
            or(inArray(statementLines.amountPaise, [...sumsPaise]), ...isNamed),
          ),
        ),
      ),
    )
    .orderBy(asc(statementLines.bookedOn), asc(statementLines.id))
    .limit(limit);
}
