import { rowOf } from "@db/row-of";
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { tenantOf, withCompany } from "@db/platform";
import { companies, messages, users } from "@db/schema";
import { insertionOfEvent, type NewEvent } from "./endpoints";
import { type Channel, MESSAGE_PRIORITIES } from "@db/vocabulary";

export type NewMessage = Pick<
  typeof messages.$inferInsert,
  "userId" | "channel" | "address" | "template" | "language" | "paramsEncrypted" | "priority"
> & {
  /** It is null for a super admin's message. */
  companyId: string | null;
  /** The least and most seconds that it waits. */
  delaySeconds: number;
  lifetimeSeconds: number;
  /** The decision that it tells, if that can be undone until it is sent. */
  undoKey?: string;
};

/**
 * Returns the insertions of messages and of an event, in the transaction that causes them. The messages'
 * ids sort in their order. An event is added for each endpoint that is told of it.
 */
export function insertionsOfMessages(
  tx: Executor,
  added: readonly NewMessage[],
  events: readonly NewEvent[],
): SQL[] {
  const rows = added.map(({ delaySeconds, lifetimeSeconds, ...message }) => ({
    ...message,
    id: newId(),
    companyId: tenantOf(message.companyId),
    dueAt: sql`now() + make_interval(secs => ${delaySeconds})`,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
  }));
  const insertions = rows.length > 0 ? [tx.insert(messages).values(rows).getSQL()] : [];
  return [...insertions, ...events.map(insertionOfEvent)];
}

/** The channel of a message to a person, who is never told by WEBHOOK. */
export const personsChannel = sql<Channel>`${messages.channel}`;

const isToPerson = ne(messages.channel, "WEBHOOK");

/** Newest first, of all companies: only for the demo's outbox. */
export async function listNewestMessages(db: Executor, page: { limit: number; offset: number }) {
  const rows = await db
    .select({ ...getTableColumns(messages), channel: personsChannel })
    .from(messages)
    .where(isToPerson)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(withCompany);
}

export async function countMessages(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(messages).where(isToPerson);
  return row?.total ?? 0;
}

const isUndelivered = and(
  isToPerson,
  eq(messages.status, "FAILED"),
  // A code that expired was asked for again; of a deleted person nothing is left.
  or(
    eq(messages.failure, "refused"),
    and(eq(messages.failure, "expired"), eq(messages.priority, MESSAGE_PRIORITIES.notice)),
  ),
  ne(messages.address, ""),
);

/**
 * Messages of the last 30 days that could not be delivered, newest first: a company's, or for the
 * platform (null) its own and every company's invitations of admins.
 */
export async function listUndelivered(db: Executor, companyId: string | null, limit: number) {
  const isTheirs = companyId
    ? eq(messages.companyId, companyId)
    : or(eq(messages.companyId, tenantOf(null)), eq(messages.template, "invitation"));
  const where = and(
    isTheirs,
    isUndelivered,
    gt(messages.createdAt, sql`now() - interval '30 days'`),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: messages.id,
        companyId: messages.referencedCompanyId,
        companyName: companies.name,
        personId: users.id,
        personName: users.name,
        channel: personsChannel,
        address: messages.address,
        template: messages.template,
        failure: messages.failure,
        reply: messages.reply,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .leftJoin(companies, eq(companies.id, messages.referencedCompanyId))
      .leftJoin(
        users,
        and(rowOf(users, messages.companyId, messages.userId), isNull(users.deletedAt)),
      )
      .where(where)
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit),
    db.select({ total: count() }).from(messages).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** True if a message can be sent again by hand: a notice that failed and still has its contents. */
export const isResendable = sql<boolean>`(${and(
  eq(messages.status, "FAILED"),
  eq(messages.priority, MESSAGE_PRIORITIES.notice),
  isNotNull(messages.paramsEncrypted),
)} AND (${messages.template} <> 'invitation' OR ${messages.expiresAt} > now()))`;

/**
 * Returns a person's failed notice to the queue, to the person's present address. An invitation
 * keeps its expiry, which is its link's. Returns whether it could.
 */
export async function requeueMessage(
  tx: Executor,
  at: { companyId: string; personId: string; id: string },
  to: { email: string; mobile: string; lifetimeSeconds: number },
): Promise<boolean> {
  const moved = await tx
    .update(messages)
    .set({
      status: "QUEUED",
      address: sql`CASE WHEN ${messages.channel} = 'EMAIL' THEN ${to.email} ELSE ${to.mobile} END`,
      failure: null,
      reply: null,
      attempts: 0,
      dueAt: sql`now()`,
      leasedBy: null,
      expiresAt: sql`CASE WHEN ${messages.template} = 'invitation' THEN ${messages.expiresAt} ELSE now() + make_interval(secs => ${to.lifetimeSeconds}) END`,
    })
    .where(
      and(
        eq(messages.companyId, at.companyId),
        eq(messages.userId, at.personId),
        eq(messages.id, at.id),
        isResendable,
      ),
    )
    .returning({ id: messages.id });
  return moved.length === 1;
}

/** Removes a deleted person's addresses and message contents from the company's messages. */
export async function forgetMessagesOf(
  tx: Executor,
  companyId: string,
  person: { id: string; email: string; mobile: string },
): Promise<void> {
  const isWaiting = sql`${messages.status} = 'QUEUED'`;
  await tx
    .update(messages)
    .set({
      address: "",
      paramsEncrypted: null,
      reply: null,
      status: sql`CASE WHEN ${isWaiting} THEN 'FAILED' ELSE ${messages.status} END`,
      failure: sql`CASE WHEN ${isWaiting} THEN 'deleted' ELSE ${messages.failure} END`,
    })
    .where(
      and(
        eq(messages.companyId, companyId),
        or(
          eq(messages.userId, person.id),
          and(
            eq(sql`lower(${messages.address})`, person.email.toLowerCase()),
            // Tells an admin who was removed before; a namesake's deletion does not stop it.
            sql`NOT (${isWaiting} AND ${messages.userId} IS NULL AND ${messages.template} = 'adminChanged')`,
          ),
          // Numbers may be shared: messages that still wait for another person are kept.
          and(eq(messages.address, person.mobile), sql`NOT ${isWaiting}`),
        ),
      ),
    );
}
