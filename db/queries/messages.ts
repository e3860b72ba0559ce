import { and, count, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { tenantOf, type WithCompany, withCompany } from "../platform";
import { messages } from "../schema";

export type NewMessage = Pick<
  typeof messages.$inferInsert,
  "userId" | "channel" | "address" | "template" | "language" | "paramsEncrypted"
> & {
  /** Null for a super admin's message. */
  companyId: string | null;
};
export type StoredMessage = WithCompany<typeof messages.$inferSelect>;

/** Adds a message in the transaction that causes it. Returns its id. */
export async function insertMessage(tx: Executor, message: NewMessage): Promise<string> {
  const [row] = await tx
    .insert(messages)
    .values({ ...message, companyId: tenantOf(message.companyId) })
    .returning({ id: messages.id });
  if (!row) throw new Error("The message was not stored.");
  return row.id;
}

/** A waiting message, locked; undefined if it is sent, failed or locked by another process. */
export async function lockWaitingMessage(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      message: messages,
      ageSeconds: sql<number>`extract(epoch FROM now() - ${messages.createdAt})::float8`,
    })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.status, "QUEUED")))
    .for("update", { skipLocked: true });
  return row && { ...row, message: withCompany(row.message) };
}

/** Sets the outcome and deletes the contents, unless `keepParams` (the demo's outbox). */
export async function markMessage(
  tx: Executor,
  id: string,
  outcome: { status: "SENT" } | { status: "FAILED"; failure: string },
  keepParams: boolean,
): Promise<void> {
  await tx
    .update(messages)
    .set({
      status: outcome.status,
      sentAt: outcome.status === "SENT" ? sql`now()` : null,
      failure: outcome.status === "FAILED" ? outcome.failure : null,
      ...(keepParams ? {} : { paramsEncrypted: null }),
    })
    .where(eq(messages.id, id));
}

/** Waiting messages older than `seconds` that have no job. */
export async function listForgottenMessages(db: Executor, seconds: number): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.status, "QUEUED"),
        lt(messages.createdAt, sql`now() - make_interval(secs => ${seconds})`),
        sql`NOT EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = 'message' AND j.state IN ('created', 'retry', 'active') AND j.data ->> 'id' = ${messages.id}::text)`,
      ),
    )
    .limit(500);
  return rows.map((row) => row.id);
}

/** Newest first, of all companies: only for the demo's outbox. */
export async function listNewestMessages(
  db: Executor,
  page: { limit: number; offset: number },
): Promise<StoredMessage[]> {
  const rows = await db
    .select()
    .from(messages)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(withCompany);
}

export async function countMessages(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(messages);
  return row?.total ?? 0;
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
      status: sql`CASE WHEN ${isWaiting} THEN 'FAILED' ELSE ${messages.status} END`,
      failure: sql`CASE WHEN ${isWaiting} THEN 'deleted' ELSE ${messages.failure} END`,
    })
    .where(
      and(
        eq(messages.companyId, companyId),
        or(
          eq(messages.userId, person.id),
          eq(sql`lower(${messages.address})`, person.email.toLowerCase()),
          // Numbers may be shared: messages that still wait for another person are kept.
          and(eq(messages.address, person.mobile), sql`NOT ${isWaiting}`),
        ),
      ),
    );
}
