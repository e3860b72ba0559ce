import { listed, ofOrder } from "./order-filter";
import { rowOf } from "@db/row-of";
import { and, asc, eq, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import {
  agreedPolicies,
  allocations,
  beneficiaries,
  checkpoints,
  medias,
  orders,
  users,
} from "@db/schema";

/**
 * Returns the data of a receipt of a member's own order, in one statement: the account paid to, the
 * proof, the allocation, the first checkpoint that covers it, and the policy consented to. Each is null
 * if there is none.
 */
export async function findReceipt(
  db: Executor,
  companyId: string,
  memberId: string,
  orderNumber: string,
) {
  const checkpoint = db
    .select({ number: checkpoints.number, size: checkpoints.size, root: checkpoints.root })
    .from(checkpoints)
    .where(
      and(
        eq(checkpoints.companyId, companyId),
        eq(checkpoints.log, "ALLOCATIONS"),
        gte(checkpoints.size, allocations.sequence),
      ),
    )
    .orderBy(asc(checkpoints.size))
    .limit(1)
    .as("checkpoint");
  const [row] = await db
    .select({
      ...listed,
      account: beneficiaries,
      proof: { id: medias.id, contentType: medias.contentType },
      purchase: { hash: allocations.hash, sequence: allocations.sequence },
      checkpoint: { number: checkpoint.number, size: checkpoint.size, root: checkpoint.root },
      policy: agreedPolicies.version,
    })
    .from(orders)
    .innerJoin(users, ofOrder)
    .leftJoin(
      beneficiaries,
      and(
        rowOf(beneficiaries, orders.companyId, orders.beneficiaryId),
        eq(beneficiaries.version, orders.beneficiaryVersion),
      ),
    )
    .leftJoin(medias, rowOf(medias, orders.companyId, orders.proofMediaId))
    .leftJoin(
      allocations,
      and(
        eq(allocations.companyId, orders.companyId),
        eq(allocations.orderId, orders.id),
        eq(allocations.decision, orders.decisionCount),
        eq(allocations.kind, "PURCHASE"),
      ),
    )
    .leftJoinLateral(checkpoint, eq(allocations.companyId, companyId))
    .leftJoin(
      agreedPolicies,
      and(
        eq(agreedPolicies.companyId, orders.companyId),
        eq(agreedPolicies.version, orders.consentVersion),
      ),
    )
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        eq(orders.orderNumber, orderNumber),
      ),
    );
  return row ?? null;
}

/**
 * Lists a member's orders that were approved or reversed from one day until before another (YYYY-MM-DD,
 * in India), the earliest approval first.
 */
export function listDecidedIn(
  db: Executor,
  companyId: string,
  memberId: string,
  { from, until }: { from: string; until: string },
) {
  const startOf = (day: string) => sql`${day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'`;
  const isIn = (at: PgColumn): SQL =>
    sql`(${at} >= ${startOf(from)} AND ${at} < ${startOf(until)})`;
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.memberId, memberId),
        inArray(orders.status, ["APPROVED", "REVERSED"]),
        or(isIn(orders.decidedAt), isIn(orders.reversedAt)),
      ),
    )
    .orderBy(asc(orders.decidedAt), asc(orders.id));
}
