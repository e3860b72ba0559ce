import { and, asc, desc, eq, inArray, isNotNull, like, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf, firstRow } from "@db/row-of";
import { auditEntries, identityCases, pendingChanges, users } from "@db/schema";

/** Days in which a confirmed file can be downloaded. */
const FILE_DAYS = 7;

const readyUntil = sql<Date>`${pendingChanges.decidedAt} + make_interval(days => ${FILE_DAYS})`;

/** True for a request that a second owner confirmed, or whose wait is over, in the last days. */
const isReady = and(
  inArray(pendingChanges.state, ["CONFIRMED", "APPLIED"]),
  sql`${readyUntil} > now()`,
);

const ofFiles = (companyId: string) =>
  and(eq(pendingChanges.companyId, companyId), eq(pendingChanges.kind, "AUTHORITY_FILE"));

/** Lists the files about a member that wait or can be downloaded, newest first. */
export const listIdentityFiles = (db: Executor, companyId: string, memberId: string) =>
  db
    .select({
      id: pendingChanges.id,
      state: pendingChanges.state,
      change: pendingChanges.change,
      endsAt: pendingChanges.endsAt,
      readyUntil: readyUntil.mapWith(pendingChanges.endsAt),
      by: users.name,
    })
    .from(pendingChanges)
    .leftJoin(users, rowOf(users, pendingChanges.companyId, pendingChanges.requestedBy))
    .where(
      and(
        ofFiles(companyId),
        eq(pendingChanges.subjectId, memberId),
        or(eq(pendingChanges.state, "PENDING"), isReady),
      ),
    )
    .orderBy(desc(pendingChanges.createdAt));

/** Finds a confirmed file that can still be downloaded. */
export const findReadyFile = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(pendingChanges)
      .where(and(ofFiles(companyId), eq(pendingChanges.id, id), isReady)),
  );

/** Finds a member, also one whose account has ended: what the law keeps is kept after it. */
export const findSubject = (db: Executor, companyId: string, memberId: string) =>
  firstRow(
    db
      .select()
      .from(users)
      .where(and(rowOf(users, companyId, memberId), eq(users.role, "USER"))),
  );

/** Finds at most `limit` people of whom evidence is kept; those whose account goes on by a PAN alone. */
export const listKept = (
  db: Executor,
  companyId: string,
  { search, hashes, limit }: { search: string; hashes: readonly string[]; limit: number },
) =>
  db
    .select({
      id: users.id,
      name: identityCases.typedName,
      memberId: users.referralCode,
      endedAt: identityCases.endedAt,
    })
    .from(identityCases)
    .innerJoin(users, rowOf(users, identityCases.companyId, identityCases.memberId))
    .where(
      and(
        eq(identityCases.companyId, companyId),
        isNotNull(identityCases.sentAt),
        or(
          inArray(identityCases.panHash, [...hashes]),
          and(
            isNotNull(identityCases.endedAt),
            or(
              eq(users.referralCode, search.toUpperCase()),
              sql`strpos(lower(${identityCases.typedName}), ${search.toLowerCase()}) > 0`,
            ),
          ),
        ),
      ),
    )
    .orderBy(desc(identityCases.sentAt), users.id)
    .limit(limit);

/** Lists what was sent and decided about a member's identity, oldest first. */
export const listIdentityDecisions = (db: Executor, companyId: string, memberId: string) =>
  db
    .select({
      at: auditEntries.createdAt,
      action: auditEntries.action,
      after: auditEntries.after,
      by: users.name,
    })
    .from(auditEntries)
    .leftJoin(users, rowOf(users, auditEntries.companyId, auditEntries.actorId))
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "member"),
        eq(auditEntries.subjectId, memberId),
        or(
          like(auditEntries.action, "identity.%"),
          inArray(auditEntries.action, ["member.approved", "member.refused", "member.unverified"]),
        ),
      ),
    )
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
