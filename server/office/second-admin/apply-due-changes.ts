import { newId } from "@db/ids";
import { transact } from "@db/client";
import { insertAudit } from "@server/platform";
import { findCompany } from "@server/sites";
import {
  findMember,
  type AdminActor,
  createContext,
  type Deps,
  transactWithin,
  refusalFrom,
  type CompanyContext,
} from "@server/access";
import {
  backOff,
  endOvertaken,
  expireChange,
  listDueChanges,
  listOvertaken,
  type PendingChange,
  notifyOfChange,
  noteChange,
} from "@server/companies";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import { CONFIRM_WITHIN_DAYS } from "@server/access/rules/second-admin";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import { applyStoredChange } from "./decide-change";

/** The maximum number of changes per sweep. */
const MOST_AT_ONCE = 200;

/**
 * The sweep: approvals whose order was decided otherwise end, changes whose cool-off has ended take
 * effect, and those that no second admin confirmed in time expire. Each in a transaction of its own;
 * one that fails does not stop the others, and is tried again later, a week long. Companies take turns,
 * and one with a fault waits for the next sweep. Those of a suspended company expire: nobody could stop
 * them. Returns how many of those whose time had come ended.
 */
export async function applyDueChanges(deps: Deps): Promise<number> {
  const { db } = deps.database;
  const errors: unknown[] = [];
  const faulty = new Set<string>();
  let ended = 0;
  const tryEach = async (
    changes: PendingChange[],
    end: (one: PendingChange) => Promise<boolean>,
  ) => {
    for (const change of changes) {
      if (faulty.has(change.companyId)) continue;
      try {
        if (await end(change)) ended += 1;
      } catch (error) {
        const code = refusalFrom(error)?.code;
        // Another instance or an admin was first.
        if (code === "CHANGE_ALREADY_DECIDED") continue;
        // Any other refusal is this change's: the pool may have too few tokens at the moment.
        if (code === undefined || code === "DATA_BUSY") faulty.add(change.companyId);
        if (code === undefined) errors.push(error);
        await backOff(db, change).catch((failed: unknown) => errors.push(failed));
      }
    }
  };
  await tryEach(await listOvertaken(db, MOST_AT_ONCE), async (change) => {
    await transact(db, async (tx) => {
      if (await endOvertaken(tx, change)) await insertAudit(tx, overtakenEntry(change));
    });
    return false;
  });
  await tryEach(await listDueChanges(db, MOST_AT_ONCE), (change) => endDue(deps, change));
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
  const isClosed = ctx.company.status === "SUSPENDED";
  if (change.isCoolOff && !isClosed && !hasFailedForGood(change, ctx.now)) {
    await applyStoredChange(ctx, change, { path: "changes.due", isDue: true });
    return true;
  }
  return transactWithin(ctx, async (inside, tx) => {
    if (!(await expireChange(tx, change))) return false;
    await noteChange(inside, "change.expired", change);
    await notifyOfChange(inside, change, change.isCoolOff ? "FAILED" : "EXPIRED");
    return true;
  });
}

/** A week of tries, like the week in which a second admin confirms. */
const hasFailedForGood = ({ failures, endsAt }: PendingChange, now: Date): boolean =>
  failures > 0 && now.getTime() - endsAt.getTime() > CONFIRM_WITHIN_DAYS * 24 * 3600_000;

/** The context of a change's requester. */
async function contextOf(
  deps: Deps,
  change: PendingChange,
): Promise<CompanyContext<AdminActor> | null> {
  const { db } = deps.database;
  const company = await findCompany(db, change.companyId);
  if (!company) return null;
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
