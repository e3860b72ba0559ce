import { newId } from "@db/ids";
import { transact } from "@db/client";
import { insertAudit } from "@db/queries/activity";
import { findCompany } from "@db/queries/companies";
import { findMember } from "@db/queries/members";
import {
  endOvertakenApprovals,
  expireChange,
  listDueChanges,
  type PendingChange,
} from "@db/queries/pending-changes";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import type { AdminActor } from "@server/context/actor";
import { createContext, type Deps, withinTransaction } from "@server/context/context";
import { refusalFrom } from "@server/context/refusal-from";
import { adminRoleOf } from "@server/domain/members/admin-roles";
import type { CompanyContext } from "@server/procedures/trpc";
import { carryOutStored } from "./decide-change";
import { notifyOfChange } from "./notify-of-change";
import { noteChange } from "./store-change";

/** The maximum number of changes per sweep. */
const MOST_AT_ONCE = 200;

/**
 * The sweep: approvals whose order was decided otherwise end, changes whose cool-off has ended take effect, and those that no second admin confirmed in
 * time expire. Each in a transaction of its own; one that fails does not stop the others, and is tried
 * again a minute later. A suspended company's wait on. Returns how many ended.
 */
export async function applyDueChanges(deps: Deps): Promise<number> {
  const errors: unknown[] = [];
  await transact(deps.database.db, async (tx) => {
    const overtaken = await endOvertakenApprovals(tx);
    await insertAudit(tx, ...overtaken.map(overtakenEntry));
  });
  let ended = 0;
  for (const change of await listDueChanges(deps.database.db, MOST_AT_ONCE)) {
    try {
      if (await endDue(deps, change)) ended += 1;
    } catch (error) {
      // Another instance or an admin was first, or the pool has too few tokens at the moment.
      if (!refusalFrom(error)) errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some changes did not take effect.");
  return ended;
}

const overtakenEntry = ({ companyId, id, kind, change }: PendingChange) => ({
  companyId,
  actorId: null,
  actorRole: "SYSTEM" as const,
  action: "change.overtaken",
  subjectType: "change",
  subjectId: id,
  before: change.before,
  after: { ...change.after, change: kind },
  requestId: null,
});

async function endDue(deps: Deps, change: PendingChange): Promise<boolean> {
  const ctx = await contextOf(deps, change);
  if (!ctx) return false;
  if (change.isCoolOff) {
    await carryOutStored(ctx, change, { path: "changes.due", isDue: true });
    return true;
  }
  return ctx.transact(async (tx) => {
    const inside = { ...ctx, ...withinTransaction(ctx, tx) };
    if (!(await expireChange(tx, change))) return false;
    await noteChange(inside, "change.expired", change);
    await notifyOfChange(inside, change, "EXPIRED");
    return true;
  });
}

/** The context of a change's requester; null while the company is suspended. */
async function contextOf(
  deps: Deps,
  change: PendingChange,
): Promise<CompanyContext<AdminActor> | null> {
  const { db } = deps.database;
  const company = await findCompany(db, change.companyId);
  if (!company || company.status === "SUSPENDED") return null;
  const person = await findMember(db, company.id, change.requestedBy);
  const actor: AdminActor = {
    role: "ADMIN",
    adminRole: adminRoleOf(person?.adminRole),
    id: change.requestedBy,
    companyId: company.id,
    sessionId: "cool-off",
    isSteppedUp: true,
  };
  const facts = {
    transport: "page" as const,
    requestId: newId(),
    ip: "127.0.0.1",
    userAgent: null,
    language: person?.language ?? FALLBACK_LANGUAGE,
    site: { kind: "company" as const, company, isPlatform: false },
    idempotencyKey: null,
  };
  return { ...createContext(deps, facts, actor), actor, company };
}
