import { rowOf } from "@db/row-of";
import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { messages, webhookEndpoints } from "@db/schema";
import type { WebhookEnd, WebhookEvent } from "@db/vocabulary";

/** A template of the queue: its messages go to endpoints and not to people. */
const WEBHOOK_TEMPLATE = "webhook";

export const MOST_ENDPOINTS = 5;

/** Seconds for which an event that was not taken is sent again. */
const LIFETIME_SECONDS = 24 * 3600;

/** Days of failures without a success, after which an endpoint ends. */
const FAILING_DAYS = 5;

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** An event as it is stored. */
export interface NewEvent {
  companyId: string;
  event: WebhookEvent;
  paramsEncrypted: string;
  delaySeconds: number;
  undoKey?: string;
}

/**
 * Returns the INSERT of an event's messages, one for each of the company's living endpoints that is told
 * of it; none where there is none.
 */
export function insertionOfEvent({ companyId, event, delaySeconds, ...kept }: NewEvent): SQL {
  // Ids sort by time; there are as many as a company may have endpoints.
  const ids = Array.from({ length: MOST_ENDPOINTS }, newId);
  return sql`
    INSERT INTO messages (company_id, id, channel, address, template, language, params_encrypted,
                          due_at, expires_at, undo_key)
    SELECT e.company_id, (${sql.param(ids)}::uuid[])[row_number() OVER (ORDER BY e.id)], 'WEBHOOK',
           e.id::text, ${WEBHOOK_TEMPLATE}, 'en', ${kept.paramsEncrypted},
           now() + make_interval(secs => ${delaySeconds}),
           now() + make_interval(secs => ${delaySeconds + LIFETIME_SECONDS}), ${kept.undoKey ?? null}
      FROM webhook_endpoints e
     WHERE e.company_id = ${companyId}::uuid AND e.ended_at IS NULL AND e.events @> ARRAY[${event}]::text[]
     ORDER BY e.id LIMIT ${MOST_ENDPOINTS}`;
}

const isIt = (companyId: string, id: string) => rowOf(webhookEndpoints, companyId, id);

const isLiving = isNull(webhookEndpoints.endedAt);

export async function insertEndpoint(
  tx: Executor,
  added: Pick<Endpoint, "companyId" | "id" | "url" | "events" | "secretEncrypted" | "createdBy">,
): Promise<void> {
  await tx.insert(webhookEndpoints).values(added);
}

/** Returns a living endpoint; undefined if the company has no such one. */
export async function findEndpoint(
  db: Executor,
  companyId: string,
  id: string,
): Promise<Endpoint | undefined> {
  const where = and(isIt(companyId, id), isLiving);
  const [row] = await db.select().from(webhookEndpoints).where(where);
  return row;
}

export async function countEndpoints(tx: Executor, companyId: string): Promise<number> {
  const where = and(eq(webhookEndpoints.companyId, companyId), isLiving);
  const [row] = await tx.select({ total: count() }).from(webhookEndpoints).where(where);
  return row?.total ?? 0;
}

/** Lists a company's endpoints, living ones first, then the newest. */
export const listEndpoints = (db: Executor, companyId: string, limit: number) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.companyId, companyId))
    .orderBy(desc(sql`${webhookEndpoints.endedAt} IS NULL`), desc(webhookEndpoints.id))
    .limit(limit);

/** Hours for which the secret of before a renewal signs too. */
const BOTH_SECRETS_HOURS = 24;

/** Renews the secret of a living endpoint; returns its address, or undefined if there is none. */
export async function renewEndpointSecret(
  tx: Executor,
  companyId: string,
  { id, secretEncrypted }: Pick<Endpoint, "id" | "secretEncrypted">,
): Promise<string | undefined> {
  const [renewed] = await tx
    .update(webhookEndpoints)
    .set({
      secretEncrypted,
      previousSecretEncrypted: sql`${webhookEndpoints.secretEncrypted}`,
      previousEndsAt: sql`now() + make_interval(hours => ${BOTH_SECRETS_HOURS})`,
    })
    .where(and(isIt(companyId, id), isLiving))
    .returning({ url: webhookEndpoints.url });
  return renewed?.url;
}

/** Ends a living endpoint; returns it, or undefined if there is none. */
export async function endEndpoint(
  tx: Executor,
  companyId: string,
  id: string,
  why: WebhookEnd,
): Promise<Endpoint | undefined> {
  const [ended] = await tx
    .update(webhookEndpoints)
    .set({ endedAt: sql`now()`, endedWhy: why })
    .where(and(isIt(companyId, id), isLiving))
    .returning();
  return ended;
}

/** Notes a success, which ends a row of failures. */
export async function noteSuccess(db: Executor, { companyId, id }: Endpoint): Promise<void> {
  await db.update(webhookEndpoints).set({ failingSince: null }).where(isIt(companyId, id));
}

/** Notes a failure; returns true once there was no success for FAILING_DAYS. */
export async function noteFailure(
  db: Executor,
  { companyId, id }: Pick<Endpoint, "companyId" | "id">,
): Promise<boolean> {
  const [row] = await db
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())` })
    .where(isIt(companyId, id))
    .returning({
      isOver: sql<boolean>`${webhookEndpoints.failingSince} < now() - make_interval(days => ${FAILING_DAYS})`,
    });
  return row?.isOver ?? false;
}

const isEvent = (companyId: string) =>
  and(eq(messages.companyId, companyId), eq(messages.channel, "WEBHOOK"));

/** Lists a company's newest events, in any state. */
export const listDeliveries = (db: Executor, companyId: string, limit: number) =>
  db
    .select()
    .from(messages)
    .where(isEvent(companyId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit);

/**
 * Sends an event again to its endpoint if that is living, for another day and with the same id; returns
 * whether it could. One that waits is tried at once.
 */
export async function sendAgain(tx: Executor, companyId: string, id: string): Promise<boolean> {
  const isThere = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints}
    WHERE ${webhookEndpoints.companyId} = ${companyId}::uuid AND ${webhookEndpoints.endedAt} IS NULL
      AND ${webhookEndpoints.id}::text = ${messages.address})`;
  const moved = await tx
    .update(messages)
    .set({
      status: "QUEUED",
      failure: null,
      sentAt: null,
      attempts: 0,
      dueAt: sql`now()`,
      leasedBy: null,
      undoKey: null,
      expiresAt: sql`now() + make_interval(secs => ${LIFETIME_SECONDS})`,
    })
    // One whose decision can still be undone waits for that; one that is on its way is left alone.
    .where(
      and(
        isEvent(companyId),
        eq(messages.id, id),
        isThere,
        isNull(messages.leasedBy),
        sql`(${messages.undoKey} IS NULL OR ${messages.dueAt} <= now() OR ${messages.attempts} > 0)`,
      ),
    )
    .returning({ id: messages.id });
  return moved.length === 1;
}
