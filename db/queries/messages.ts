import { and, count, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { messages } from "../schema";

export type NewMessage = Pick<
  typeof messages.$inferInsert,
  | "companyId"
  | "userId"
  | "channel"
  | "address"
  | "template"
  | "language"
  | "paramsEncrypted"
  | "origin"
>;
export type StoredMessage = typeof messages.$inferSelect;

/** Files a message in the transaction that causes it. Returns its id. */
export async function insertMessage(tx: Executor, message: NewMessage): Promise<string> {
  const [row] = await tx.insert(messages).values(message).returning({ id: messages.id });
  if (!row) throw new Error("The message was not stored.");
  return row.id;
}

/** A waiting message, locked; undefined when it was sent, dropped, or is in other hands now. */
export async function lockWaitingMessage(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      message: messages,
      ageSeconds: sql<number>`extract(epoch FROM now() - ${messages.createdAt})::float8`,
    })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.status, "QUEUED")))
    .for("update", { skipLocked: true });
  return row;
}

/** What a message said is forgotten with its sending, unless `keepParams` (the demo's outbox). */
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

/** Waiting messages older than `seconds` that no job stands for. */
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

/** Newest first, of all companies: for the demo's outbox alone. */
export async function listNewestMessages(
  db: Executor,
  page: { limit: number; offset: number },
): Promise<StoredMessage[]> {
  return db
    .select()
    .from(messages)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countMessages(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(messages);
  return row?.total ?? 0;
}

/** Takes a deleted person's addresses, and what was said, out of the company's messages. */
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
          // A number may be shared: what somebody else waits for still goes out.
          and(eq(messages.address, person.mobile), sql`NOT ${isWaiting}`),
        ),
      ),
    );
}
