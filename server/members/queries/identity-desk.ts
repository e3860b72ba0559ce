import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { rowOf, firstRow } from "@db/row-of";
import { type Executor, runText } from "@db/client";
import { auditEntries, identityCases, identityDocuments, users } from "@db/schema";
import type { SharedEvidence } from "@server/members/rules/identity/shared-evidence";
import { type IdentityDocument, isOf } from "./identity";

const isWaiting = (companyId: string) =>
  and(eq(identityCases.companyId, companyId), eq(identityCases.state, "SENT"));

/** Lists the cases that wait for a decision, the oldest first, with their members. */
export async function listWaitingCases(
  db: Executor,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      referralCode: users.referralCode,
      sentAt: identityCases.sentAt,
      version: identityCases.sentCount,
      isRenewal: sql<boolean>`${identityCases.verifiedAt} IS NOT NULL`,
    })
    .from(identityCases)
    .innerJoin(users, rowOf(users, companyId, identityCases.memberId))
    .where(isWaiting(companyId))
    .orderBy(asc(identityCases.sentAt), asc(identityCases.memberId))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(identityCases, isWaiting(companyId)) };
}

/** Lists the documents of members that wait for a decision, oldest first. */
export const listSentDocuments = (db: Executor, companyId: string, memberIds: readonly string[]) =>
  db
    .select({
      id: identityDocuments.id,
      memberId: identityDocuments.memberId,
      kind: identityDocuments.kind,
      side: identityDocuments.side,
    })
    .from(identityDocuments)
    .where(
      and(
        eq(identityDocuments.companyId, companyId),
        inArray(identityDocuments.memberId, [...memberIds]),
        eq(identityDocuments.state, "SENT"),
      ),
    )
    .orderBy(asc(identityDocuments.createdAt), asc(identityDocuments.id));

/** Lists other accounts of the company with the same PAN, document's number, picture or mobile. */
export function listSharing(
  db: Executor,
  { companyId, memberId }: { companyId: string; memberId: string },
): Promise<
  {
    id: string;
    name: string;
    referralCode: string;
    isVerified: boolean;
    shares: SharedEvidence[];
  }[]
> {
  return runText(
    db,
    `WITH own AS (
       SELECT pan_hash, second_hash FROM identity_cases WHERE company_id = $1 AND member_id = $2
     ), shared AS (
       SELECT c.member_id, 'PAN' AS what FROM own JOIN identity_cases c ON c.company_id = $1 AND c.pan_hash = own.pan_hash
        UNION
       SELECT c.member_id, 'NUMBER' FROM own JOIN identity_cases c ON c.company_id = $1 AND c.second_hash = own.second_hash
        UNION
       SELECT d.member_id, 'PICTURE' FROM identity_documents o JOIN identity_documents d ON d.company_id = $1 AND d.sha256 = o.sha256
        WHERE o.company_id = $1 AND o.member_id = $2 AND d.state <> 'DRAFT'
        UNION
       SELECT u.id, 'MOBILE' FROM users o JOIN users u ON u.company_id = $1 AND u.mobile = o.mobile
        WHERE o.company_id = $1 AND o.id = $2 AND o.mobile <> ''
     )
     SELECT u.id, u.name, u.referral_code AS "referralCode", array_agg(s.what ORDER BY s.what) AS shares,
            coalesce((SELECT c.verified_at IS NOT NULL FROM identity_cases c WHERE c.company_id = $1 AND c.member_id = u.id), false) AS "isVerified"
       FROM shared s JOIN users u ON u.company_id = $1 AND u.id = s.member_id
      WHERE u.id <> $2 AND u.role = 'USER'
      GROUP BY u.id, u.name, u.referral_code ORDER BY u.id LIMIT 20`,
    [companyId, memberId],
  );
}

/** Locks a member's case; the caller has the member's lock. */
export const lockIdentity = (tx: Executor, companyId: string, memberId: string) =>
  firstRow(
    tx
      .select()
      .from(identityCases)
      .where(isOf(identityCases, companyId, memberId))
      .for("no key update"),
  );

/** Writes what was decided about a document, or that nothing is any more. */
export async function settleDocument(
  tx: Executor,
  { companyId, id }: Pick<IdentityDocument, "companyId" | "id">,
  change: Pick<IdentityDocument, "state" | "reason" | "decidedAt" | "decidedBy">,
): Promise<void> {
  await tx
    .update(identityDocuments)
    .set(change)
    .where(rowOf(identityDocuments, companyId, id));
}

/** Returns what was before an admin's decision, by its audit entry. */
export async function findBefore(
  db: Executor,
  companyId: string,
  { memberId, decidedAt }: { memberId: string; decidedAt: Date },
): Promise<Record<string, unknown> | null> {
  const [row] = await db
    .select({ before: auditEntries.before })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "member"),
        eq(auditEntries.subjectId, memberId),
        eq(auditEntries.action, "identity.decided"),
        sql`${auditEntries.after}->>'decidedAt' = ${decidedAt.toISOString()}`,
      ),
    )
    .limit(1);
  return row?.before && typeof row.before === "object" ? { ...row.before } : null;
}

/** The admin's latest decision that can still be undone, with the seconds that are left. */
export async function findUndoableCase(db: Executor, companyId: string, adminId: string) {
  const left = sql<number>`ceil(extract(epoch FROM ${identityCases.undoUntil} - clock_timestamp()))`;
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      state: identityCases.state,
      decidedAt: identityCases.decidedAt,
      secondsLeft: left.mapWith(Number),
    })
    .from(identityCases)
    .innerJoin(users, rowOf(users, companyId, identityCases.memberId))
    .where(
      and(
        eq(identityCases.companyId, companyId),
        eq(identityCases.decidedBy, adminId),
        gt(identityCases.undoUntil, sql`clock_timestamp()`),
      ),
    )
    .orderBy(sql`${identityCases.decidedAt} DESC`)
    .limit(1);
  return row;
}
