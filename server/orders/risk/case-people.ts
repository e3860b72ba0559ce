import { rowOf } from "@db/row-of";
import { and, desc, eq, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { memberSigns, orders, paymentEvidence, statementLines, users } from "@db/schema";
import type { CasePerson } from "@server/orders/contracts/risk";
import { payersIn, signInCommon } from "@server/members/rules/risk/risk";

/** A member of cases, without what depends on the case. */
export type KnownPerson = Omit<CasePerson, "inCommon">;

const inviters = alias(users, "inviters");

/** Number of a member's latest payments that a case shows. */
const PAYMENTS_SHOWN = 3;

/** Reads members of a company with their latest payments, by id. */
export async function peopleOf(
  db: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, KnownPerson>> {
  if (ids.length === 0) return new Map();
  const [people, payments] = await Promise.all([
    db
      .select({
        id: users.id,
        isThere: sql<boolean>`${users.deletedAt} IS NULL`,
        memberId: users.referralCode,
        name: users.name,
        email: users.email,
        mobile: users.mobile,
        walletAddress: users.walletAddress,
        joinedAt: users.createdAt,
        invitedBy: inviters.referralCode,
      })
      .from(users)
      .leftJoin(inviters, rowOf(inviters, companyId, users.referrerId))
      .where(and(eq(users.companyId, companyId), inArray(users.id, [...ids]))),
    latestPayments(db, companyId, ids),
  ]);
  return new Map(
    people.map(({ joinedAt, ...person }) => [
      person.id,
      {
        ...person,
        joinedAt: joinedAt.toISOString(),
        payments: payments
          .filter(({ memberId }) => memberId === person.id)
          .map(({ memberId: _, ...paid }) => paid),
      },
    ]),
  );
}

async function latestPayments(db: Executor, companyId: string, memberIds: readonly string[]) {
  const { id, memberId, orderNumber, reference, paymentId, createdAt } = orders;
  const turn = sql<number>`row_number() OVER (PARTITION BY ${memberId} ORDER BY ${createdAt} DESC)`;
  const submitted = db
    .select({ id, memberId, orderNumber, reference, paymentId, createdAt, turn: turn.as("turn") })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(memberId, [...memberIds]),
        isNotNull(orders.submittedAt),
      ),
    )
    .as("submitted");
  const rows = await db
    .select()
    .from(submitted)
    .where(lte(submitted.turn, PAYMENTS_SHOWN))
    .orderBy(desc(submitted.createdAt));
  const paymentIds = rows.flatMap((row) => row.paymentId ?? []);
  const entries =
    paymentIds.length === 0
      ? []
      : await db
          .select({ paymentId: paymentEvidence.paymentId, narration: statementLines.narration })
          .from(paymentEvidence)
          .innerJoin(statementLines, rowOf(statementLines, companyId, paymentEvidence.lineId))
          .where(
            and(
              eq(paymentEvidence.companyId, companyId),
              inArray(paymentEvidence.paymentId, paymentIds),
            ),
          );
  return rows.map((row) => {
    const own = entries.filter((entry) => entry.paymentId === row.paymentId);
    const payers = own.flatMap(({ narration }) => payersIn(narration));
    return {
      memberId: row.memberId,
      orderId: row.id,
      orderNumber: row.orderNumber,
      reference: row.reference,
      // A sign is a kind and a value: "upi:ravi@okaxis".
      paidFrom: [...new Set(payers.map(({ value }) => value.slice(value.indexOf(":") + 1)))],
    };
  });
}

const ofOthers = alias(memberSigns, "of_others");

/** Lists the signs that buyers share with other people of the cases. */
export async function signsInCommon(
  db: Executor,
  companyId: string,
  { buyerIds, ids }: { buyerIds: readonly string[]; ids: readonly string[] },
) {
  if (buyerIds.length === 0) return [];
  const rows = await db
    .selectDistinct({
      buyerId: memberSigns.memberId,
      memberId: ofOthers.memberId,
      own: memberSigns.sign,
      other: ofOthers.sign,
    })
    .from(memberSigns)
    .innerJoin(
      ofOthers,
      and(
        eq(ofOthers.companyId, companyId),
        eq(ofOthers.value, memberSigns.value),
        ne(ofOthers.memberId, memberSigns.memberId),
      ),
    )
    .where(
      and(
        eq(memberSigns.companyId, companyId),
        inArray(memberSigns.memberId, [...buyerIds]),
        inArray(ofOthers.memberId, [...ids]),
      ),
    );
  return rows.map(({ own, other, ...pair }) => ({ ...pair, sign: signInCommon(own, other) }));
}
