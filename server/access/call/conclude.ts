import type { SQL } from "drizzle-orm";
import { writeOfAnswer } from "@server/access/queries/idempotency";
import type { CompanyEvent, Message } from "@server/messages";
import { type AuditEntry, insertAudit, insertionOfAudit, type Json } from "@server/platform";
import { loggedRole } from "./actor";
import type { Context } from "./context";

interface Entry {
  action: string;
  subjectType: string;
  subjectId: string;
  before?: unknown;
  after?: unknown;
  companyId?: string | null;
}

const asStored = (ctx: Context, entry: Entry): AuditEntry => ({
  companyId: entry.companyId === undefined ? (ctx.company?.id ?? null) : entry.companyId,
  actorId: ctx.actor.role === "NOBODY" ? null : ctx.actor.id,
  actorRole: loggedRole(ctx.actor),
  action: entry.action,
  subjectType: entry.subjectType,
  subjectId: entry.subjectId,
  before: entry.before ?? null,
  after: entry.after ?? null,
  requestId: ctx.requestId,
});

/**
 * Writes audit entries in the caller's transaction, in one statement (architecture.md §4,
 * audit_entries).
 */
export async function recordAudit(ctx: Context, ...entries: Entry[]): Promise<void> {
  await insertAudit(ctx.db, ...entries.map((entry) => asStored(ctx, entry)));
}

/** The rows that an act leaves once it is decided. */
export interface Outcome {
  /** The change of one locked row. */
  change: SQL;
  /** Entries of the audit log, at least one. */
  entries: readonly Entry[];
  told: readonly (Message | CompanyEvent)[];
  /** The answer that is kept under the call's key, if the act keeps one itself. */
  answer?: Json;
}

/**
 * Writes what an act leaves, in one statement. Call it at most once, before the pool is locked. Throws if
 * the row is not as it was read.
 */
export async function conclude(ctx: Context, outcome: Outcome): Promise<void> {
  const { db, claimedKey, deps } = ctx;
  const { change, entries, told, answer } = outcome;
  const writes = [change];
  if (claimedKey && answer !== undefined) {
    claimedKey.isAnswered = true;
    writes.push(writeOfAnswer(db, claimedKey.request, answer).getSQL());
  }
  const audit = insertionOfAudit(
    db,
    entries.map((entry) => asStored(ctx, entry)),
  );
  const counts = await deps.jobs.notifyWith(db, told, [...writes, audit.getSQL()]);
  const isWhole = writes.every((_, n) => counts[n] === 1);
  if (!isWhole) throw new Error("A row of the act is not as it was read.");
}
