import { transact } from "@db/client";
import { insertAudit } from "@server/platform";
import {
  lockMember,
  type MemberRow,
  updateMember,
  type Context,
  transactWithin,
  type Deps,
  memberProcedure,
  recordAudit,
  findSelf,
} from "@server/access";
import { listEndsDue } from "@server/members/queries/own-data";
import { AskForEnd } from "@server/members/contracts/own-data";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { END_AFTER_DAYS, endsAt } from "@server/members/rules/deadlines";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { verifyCurrentPassword } from "@server/members/passwords/save-password";
import { eraseMember, forgetFiles, type OpenMoney, openMoneyOf } from "./erase-member";

/** Refuses while money is open that somebody has to decide on, in words for the member. */
function refuseOpenMoney(open: OpenMoney | null): void {
  if (!open) return;
  if (open.what === "OPEN_ORDER") {
    throw refuse("ACCOUNT_HAS_OPEN_ORDER", { seconds: open.seconds });
  }
  throw refuse(
    open.what === "PENDING_ORDERS" ? "ACCOUNT_HAS_PENDING_ORDERS" : "ACCOUNT_HAS_OPEN_PAYMENTS",
  );
}

/** Returns the end of a member's account, ISO; null if it does not end. */
export const endOf = ({ endAskedAt }: Pick<MemberRow, "endAskedAt">): string | null =>
  endAskedAt ? endsAt(endAskedAt).toISOString() : null;

/**
 * Asks for the end of the member's account. All sessions end, this one too: a login before the end
 * keeps the account. A repeated request keeps the first time.
 */
export const askForEnd = memberProcedure
  .input(AskForEnd)
  .mutation(async ({ ctx, input }): Promise<{ endsAt: string }> => {
    const companyId = ctx.company.id;
    const seen = await findSelf(ctx.db, ctx.actor);
    await verifyCurrentPassword(ctx, seen, input.currentPassword);
    return transactWithin(ctx, async (inside, tx) => {
      const person = await lockMember(tx, companyId, seen.id);
      if (person?.status !== "ACTIVE") throw refuse("NOT_SIGNED_IN");
      refuseOpenMoney(await openMoneyOf(tx, person));
      const askedAt = person.endAskedAt ?? ctx.now;
      if (!person.endAskedAt) {
        await updateMember(tx, companyId, person.id, { endAskedAt: askedAt });
        const until = endsAt(askedAt);
        await recordAudit(inside, {
          action: "member.end-asked",
          subjectType: "member",
          subjectId: person.id,
          after: { endsAt: until.toISOString() },
        });
        await notify(ctx, tx, person, "accountEndAsked", { until: formatDateTime(until) });
      }
      await ctx.deps.sessions.within(tx).endAll({ role: "USER", id: person.id, companyId });
      return { endsAt: endsAt(askedAt).toISOString() };
    });
  });

/**
 * Moves an end that waited while its member was blocked to seven days after the block's end: until
 * then they can log in again and keep the account. Does nothing for a member who did not ask.
 */
export async function endAfterBlock(ctx: Context, person: MemberRow): Promise<void> {
  if (person.role !== "USER" || !person.endAskedAt) return;
  await updateMember(ctx.db, person.companyId, person.id, { endAskedAt: ctx.now });
  const until = formatDateTime(endsAt(ctx.now));
  await notify(ctx, ctx.db, person, "accountEndAsked", { until });
}

/** Keeps an account whose end was asked for, in the transaction of a login. */
export async function keepAccount(ctx: Context, person: MemberRow): Promise<void> {
  if (person.role !== "USER" || !person.endAskedAt) return;
  const { companyId, id } = person;
  await updateMember(ctx.db, companyId, id, { endAskedAt: null });
  await insertAudit(ctx.db, {
    companyId,
    actorId: id,
    actorRole: "USER",
    action: "member.end-withdrawn",
    subjectType: "member",
    subjectId: id,
    before: { endsAt: endsAt(person.endAskedAt).toISOString() },
    after: null,
    requestId: ctx.requestId,
  });
  await notify(ctx, ctx.db, person, "accountKept", {});
}

const notify = (
  { deps: { jobs } }: { deps: Pick<Deps, "jobs"> },
  tx: Context["db"],
  { companyId, id, email, language }: MemberRow,
  template: "accountEndAsked" | "accountKept" | "accountEnded",
  params: { until?: string },
): Promise<void> => {
  const to = { channel: "EMAIL", address: email, language, companyId } as const;
  if (template === "accountEndAsked") {
    return jobs.notify(tx, { ...to, template, params: { until: params.until ?? "" }, userId: id });
  }
  // The mail of an ended account must not lead to its person.
  const userId = template === "accountEnded" ? null : id;
  return jobs.notify(tx, { ...to, template, params: {}, userId });
};

const BATCH = 100;

type Needed = Pick<Deps, "database" | "secrets" | "sessions" | "jobs" | "storage" | "logger">;

/**
 * Ends the accounts whose members asked for it END_AFTER_DAYS ago, each in a transaction of its own:
 * run twice, or in two instances, it ends each once. An account waits for another night while money is
 * open or its member is blocked. Returns how many ended, and how many wait; throws at the end what failed.
 */
export async function endDueAccounts(deps: Needed): Promise<{ ended: number; waiting: number }> {
  const counts = { ended: 0, waiting: 0 };
  const faults: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const due = await listEndsDue(deps.database.db, { days: END_AFTER_DAYS, limit: BATCH, after });
    for (const person of due) {
      try {
        const outcome = await endAccount(deps, person);
        if (outcome) counts[outcome] += 1;
      } catch (error) {
        // One that fails does not keep the others from ending.
        faults.push(error);
      }
    }
    after = due.at(-1)?.id ?? null;
    if (due.length < BATCH) break;
  }
  if (counts.ended + counts.waiting > 0) deps.logger.info(counts, "accounts ended");
  if (faults.length > 0) throw new AggregateError(faults, "Accounts could not be ended.");
  return counts;
}

/** Returns null if the member has kept the account meanwhile, or another instance has ended it. */
async function endAccount(
  deps: Needed,
  { companyId, id }: { companyId: string; id: string },
): Promise<"ended" | "waiting" | null> {
  const result = await transact(deps.database.db, async (tx) => {
    const person = await lockMember(tx, companyId, id);
    if (person?.role !== "USER" || !person.endAskedAt) return null;
    // An investigation needs the data of a blocked member.
    if (person.status === "BLOCKED" || (await openMoneyOf(tx, person))) return "waiting";
    const { files } = await eraseMember(deps, tx, person, new Date());
    await insertAudit(tx, {
      companyId,
      actorId: null,
      actorRole: "SYSTEM",
      action: "member.ended",
      subjectType: "member",
      subjectId: id,
      before: { endAskedAt: person.endAskedAt.toISOString() },
      after: null,
      requestId: null,
    });
    // The addresses of earlier messages are cleared first: this mail needs its own until it is sent.
    await notify({ deps }, tx, person, "accountEnded", {});
    return { files };
  });
  if (result === null || result === "waiting") return result;
  await forgetFiles(deps, result.files);
  return "ended";
}
