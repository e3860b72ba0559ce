import { and, count, desc, eq, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { tenantOf, type WithCompany, withCompany } from "../platform";
import { messages } from "../schema";

export type NewMessage = Pick<
  typeof messages.$inferInsert,
  "userId" | "channel" | "address" | "template" | "language" | "paramsEncrypted" | "priority"
> & {
  /** Null for a super admin's message. */
  companyId: string | null;
  /** How long it may wait. */
  lifetimeSeconds: number;
};
export type StoredMessage = WithCompany<typeof messages.$inferSelect>;

/** Adds a message in the transaction that causes it. Returns its id. */
export async function insertMessage(
  tx: Executor,
  { lifetimeSeconds, ...message }: NewMessage,
): Promise<string> {
  const [row] = await tx
    .insert(messages)
    .values({
      ...message,
      companyId: tenantOf(message.companyId),
      expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .returning({ id: messages.id });
  if (!row) throw new Error("The message was not stored.");
  return row.id;
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
      reply: null,
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
