import { rowOf } from "@db/row-of";
import { type SQL, and, desc, eq, gte, ilike, inArray, like, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor, Reader } from "@db/client";
import { auditEntries, auditSeals, orders, unsealedEntries, users } from "@db/schema";
import {
  type ActorRole,
  countList,
  type Cursor,
  cursorAt,
  following,
  inOrderOf,
  type List,
  nameOrKey,
  pageOfList,
} from "@server/platform";

const actors = alias(users, "actors");
const people = alias(users, "people");

export interface ActivityFilter {
  /** A LIKE pattern; null without a search. */
  pattern: string | null;
  /** Actions that a search finds beside its pattern. */
  named: readonly string[];
  roles: readonly ActorRole[] | null;
  /** One action, all but one, or every action that begins with one of these nouns; null for all. */
  action: { is: string } | { not: string } | { nouns: readonly string[] } | null;
  from: Date | null;
  /** Exclusive. */
  before: Date | null;
  limit: number;
  offset: number;
}

// Subject ids are text, since some are not UUIDs: only those of the given type are cast.
const subjectId = (type: string): SQL =>
  sql`CASE WHEN ${auditEntries.subjectType} = ${type} THEN ${auditEntries.subjectId}::uuid END`;

const byActor = rowOf(actors, auditEntries.companyId, auditEntries.actorId);
const byPerson = and(
  eq(people.companyId, auditEntries.companyId),
  eq(people.id, subjectId("member")),
);
const byOrder = and(
  eq(orders.companyId, auditEntries.companyId),
  eq(orders.id, subjectId("order")),
);

/** All who act but the system. */
const EVERYBODY = auditEntries.actorRole.enumValues.filter((role) => role !== "SYSTEM");

type Filter = Omit<ActivityFilter, "limit" | "offset">;

function activityList(companyId: string, filter: Filter): List {
  const { pattern, named, action, roles, from, before } = filter;
  const isWhole = [pattern, action, from, before].every((one) => one === null);
  const isOfPeople = roles !== null && EVERYBODY.every((role) => roles.includes(role));
  return {
    table: auditEntries,
    companyId: auditEntries.companyId,
    id: auditEntries.id,
    where: and(
      eq(auditEntries.companyId, companyId),
      roles ? inArray(auditEntries.actorRole, [...roles]) : undefined,
      action && "is" in action ? eq(auditEntries.action, action.is) : undefined,
      action && "not" in action ? ne(auditEntries.action, action.not) : undefined,
      action && "nouns" in action
        ? inArray(sql`split_part(${auditEntries.action}, '.', 1)`, [...action.nouns])
        : undefined,
      from ? gte(auditEntries.createdAt, from) : undefined,
      before ? lt(auditEntries.createdAt, before) : undefined,
      pattern === null ? undefined : searched(pattern, named),
    ),
    ...(pattern !== null && {
      joins: sql`
      LEFT JOIN ${users} AS "actors" ON ${byActor}
      LEFT JOIN ${users} AS "people" ON ${byPerson}
      LEFT JOIN ${orders} ON ${byOrder}`,
    }),
    // An entry is never deleted: each is sealed, by a number from 1 without gaps, or waits for it.
    ...(isWhole &&
      (roles === null || isOfPeople) && {
        total: sql`
      coalesce((SELECT max(${auditSeals.sequence}) FROM ${auditSeals} WHERE ${auditSeals.companyId} = ${companyId}), 0)
        + (SELECT count(*) FROM ${unsealedEntries} WHERE ${unsealedEntries.companyId} = ${companyId})
        - ${isOfPeople ? sql`(SELECT count(*) FROM ${auditEntries} WHERE ${auditEntries.companyId} = ${companyId} AND ${auditEntries.actorRole} = 'SYSTEM')` : sql`0`}`,
      }),
    byDate: "date",
    sorts: { date: { by: auditEntries.createdAt, isIndexed: true } },
  };
}

const listed = {
  line: auditEntries,
  actor: {
    name: nameOrKey(actors.name, auditEntries.companyId, auditEntries.actorId),
    // A column would make the whole actor null where no person is joined.
    referralCode: sql<string | null>`${actors.referralCode}`,
  },
  person: people.name,
  orderNumber: orders.orderNumber,
};

/** Lists a company's audit entries, newest first. */
export async function listActivity(db: Executor, companyId: string, filter: ActivityFilter) {
  const newest = { by: "date", isDescending: true };
  const { keys, total } = await pageOfList(db, activityList(companyId, filter), newest, filter);
  const ids = keys.map(({ id }) => id);
  const rows = await db
    .select(listed)
    .from(auditEntries)
    .leftJoin(actors, byActor)
    .leftJoin(people, byPerson)
    .leftJoin(orders, byOrder)
    .where(and(eq(auditEntries.companyId, companyId), inArray(auditEntries.id, ids)));
  return { records: inOrderOf(keys, rows, ({ line }) => line.id), total };
}

export const countActivity = (db: Reader, companyId: string, filter: Filter): Promise<number> =>
  countList(db, activityList(companyId, filter));

/** Reads the audit entries by cursor, without a total. */
export async function readActivity(
  db: Reader,
  companyId: string,
  filter: Filter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ ...listed, at: cursorAt(auditEntries.createdAt) })
    .from(auditEntries)
    .leftJoin(actors, byActor)
    .leftJoin(people, byPerson)
    .leftJoin(orders, byOrder)
    .where(
      and(
        activityList(companyId, filter).where,
        following(auditEntries.createdAt, auditEntries.id, after),
      ),
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit);
}

/** The search covers only columns that the list shows, so that it reveals nothing else. */
const searched = (pattern: string, named: readonly string[]) =>
  or(
    named.length > 0 ? inArray(auditEntries.action, [...named]) : undefined,
    ilike(actors.name, pattern),
    ilike(actors.email, pattern),
    like(actors.referralCode, pattern.toUpperCase()),
    ilike(people.name, pattern),
    ilike(people.email, pattern),
    like(people.referralCode, pattern.toUpperCase()),
    like(orders.orderNumber, pattern.toUpperCase()),
    ilike(orders.reference, pattern),
  );
