import {
  lockBeneficiaries,
  endChange,
  findChange,
  findPendingOf,
  countListed,
  listPending,
  markOvertaken,
  type PendingChange,
  applyAccountPlan,
  planStored,
  applyRules,
  applyCampaign,
  applyTerms,
  notifyOfChange,
  assertMayConfirm,
  claimForConfirmation,
  leastOf,
  noteChange,
  receivedIn,
  referenceIn,
} from "@server/companies";
import {
  listTrustedFor,
  findMember,
  transactWithin,
  refusalFrom,
  adminProcedure,
  type AdminContext,
} from "@server/access";
import { PAYMENT_ID, PAYMENT_KIND, PAYMENT_VERSION, STATEMENT_LINE } from "@db/schema";
import {
  ChangeRef,
  MOST_LISTED_CHANGES,
  type WaitingChange,
} from "@server/companies/contracts/changes";
import { ApplyPayment } from "@server/orders/contracts/payments";
import { ADMIN_CHANGE_DAYS, confirmersOf } from "@server/access/rules/second-admin";
import { rupeesText } from "@server/platform/rules/money/format";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { isRefusal, type Refusal, refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { applyContract, applyFreeze, applyPlan, applyLostWallet } from "@server/launch";
import { approveOnce, allocateOnce, payOrder } from "@server/orders";
import { releaseFile } from "@server/office/identity-file/router";

/**
 * Lists the waiting changes of the admin's own company, in a constant number of statements:
 * accounts and rules first, then approvals, each with the newest first.
 */
export const listChanges = adminProcedure.query(async ({ ctx }): Promise<WaitingChange[]> => {
  const { db, company, actor } = ctx;
  const found = await listPending(db, company.id, MOST_LISTED_CHANGES);
  const others = found.filter(
    ({ change, isOver }) =>
      change.requestedBy !== actor.id &&
      confirmersOf(change.kind).includes(actor.adminRole) &&
      (change.isCoolOff || !isOver),
  );
  const confirmable = await listTrustedFor(db, company.id, {
    adminId: actor.id,
    ids: others.map(({ change }) => change.id),
    days: ADMIN_CHANGE_DAYS,
  });
  return found.map(({ change, requester, isOver, order }) => {
    const { id, kind, isCoolOff, endsAt, createdAt } = change;
    return {
      id,
      kind,
      by: requester,
      since: createdAt.toISOString(),
      endsAt: endsAt.toISOString(),
      isCoolOff,
      isOver,
      isOwn: change.requestedBy === actor.id,
      mayConfirm: confirmable.has(id),
      fields: fieldsOf(change),
      order: order?.id ? order : null,
    };
  });
});

/** Counts the waiting changes of the admin's own company. */
export const countChanges = adminProcedure.query(({ ctx }) => countListed(ctx.db, ctx.company.id));

/** Fields that an approval's own order tells better. */
const OF_THE_ORDER = new Set([
  "orderNumber",
  "totalPaise",
  "quantity",
  PAYMENT_ID,
  PAYMENT_VERSION,
  PAYMENT_KIND,
  STATEMENT_LINE,
]);

function fieldsOf({ change: { before, after } }: PendingChange): WaitingChange["fields"] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => !OF_THE_ORDER.has(name))
    .map((name) => ({
      name,
      before: before?.[name] ?? null,
      after: after?.[name] ?? null,
    }))
    .filter((field) => field.before !== field.after);
}

/**
 * Confirms a change as another admin: the stored act takes place exactly once. Refuses with
 * CHANGE_OVERTAKEN, and ends the change, if its subject has changed meanwhile. A call with a key
 * that repeats this admin's confirmation gets its answer again.
 */
export const confirmChange = adminProcedure
  .input(ChangeRef)
  .mutation(async ({ ctx, input, path }): Promise<null> => {
    const find = () => findChange(ctx.db, ctx.company.id, input.id);
    const isRepeated = (ended: PendingChange) =>
      ctx.idempotencyKey !== null &&
      ended.state === "CONFIRMED" &&
      ended.decidedBy === ctx.actor.id;
    const change = orRefuse(await find(), "CHANGE_NOT_FOUND");
    if (isRepeated(change)) return null;
    if (change.state !== "PENDING") throw refuse("CHANGE_ALREADY_DECIDED");
    // The check comes before any act in its name; the claim below decides.
    await assertMayConfirm(ctx, change);
    try {
      const overtaken = await applyStoredChange(ctx, change, { path, isDue: false });
      if (overtaken) throw refuse("CHANGE_OVERTAKEN");
    } catch (error) {
      // The call was sent twice at once.
      const decided = refusalFrom(error)?.code === "CHANGE_ALREADY_DECIDED" && (await find());
      if (!decided || !isRepeated(decided)) throw error;
    }
    return null;
  });

/** Stops a change. Any admin of the company who notices it may. */
export const refuseChange = adminProcedure
  .input(ChangeRef)
  .mutation(({ ctx, input }) => stop(ctx, input.id, "REFUSED"));

/** Takes a change back for its requester. Refuses others with CHANGE_NOT_YOURS. */
export const withdrawChange = adminProcedure
  .input(ChangeRef)
  .mutation(({ ctx, input }) => stop(ctx, input.id, "WITHDRAWN"));

const STOPPED = { REFUSED: "change.refused", WITHDRAWN: "change.withdrawn" } as const;

async function stop(ctx: AdminContext, id: string, state: keyof typeof STOPPED): Promise<null> {
  return transactWithin(ctx, async (inside, tx) => {
    const change = orRefuse(await findChange(tx, ctx.company.id, id), "CHANGE_NOT_FOUND");
    if (state === "WITHDRAWN" && change.requestedBy !== ctx.actor.id) {
      throw refuse("CHANGE_NOT_YOURS");
    }
    const ended = orRefuse(
      await endChange(tx, change, { state, by: ctx.actor.id }),
      "CHANGE_ALREADY_DECIDED",
    );
    await noteChange(inside, STOPPED[state], ended);
    await notifyOfChange(inside, ended, state);
    return null;
  });
}

/** Refusals of an approval that mean that its order, payment or entry is not what it was. */
const GONE: readonly RefusalCode[] = [
  "CHANGE_OVERTAKEN",
  "ORDER_NOT_FOUND",
  "ORDER_ALREADY_DECIDED",
  "ORDER_NOT_SUBMITTED",
  "SUBMISSION_CHANGED",
  "PAYMENT_NOT_FOUND",
  "PAYMENT_SETTLED",
  "PAYMENT_DOES_NOT_FIT",
  "OWN_ORDER",
  "BANK_SHOWS_ANOTHER_SUM",
  // The statement's entry of the approval is gone or settled.
  "STATEMENT_LINE_NOT_FOUND",
  "STATEMENT_LINE_SETTLED",
  "STATEMENT_SUM_DIFFERS",
];

/**
 * Does what was stored, for its second admin or, `isDue`, at the end of its cool-off in its requester's
 * name. True if it was overtaken, and has ended without effect.
 */
export async function applyStoredChange(
  ctx: AdminContext,
  change: PendingChange,
  { path, isDue }: { path: string; isDue: boolean },
): Promise<boolean> {
  if (!(await mayStillAsk(ctx, change))) {
    await overtake(ctx, change);
    return true;
  }
  switch (change.kind) {
    case "ORDER_APPROVAL":
      return approvedOrGone(ctx, change, () =>
        approveOnce({
          ctx,
          input: {
            by: isDue ? "COOL_OFF" : { confirms: change.id },
            orderId: change.subjectId,
            version: change.subjectVersion ?? undefined,
            receivedPaise: receivedIn(change),
            reference: referenceIn(change),
          },
          path,
        }),
      );
    case "PAYMENT_ALLOCATION":
      return approvedOrGone(ctx, change, () =>
        allocateOnce({
          ctx,
          input: {
            by: isDue ? "COOL_OFF" : { confirms: change.id },
            paymentId: change.subjectId,
            quantity: leastOf(change),
            received: receivedSum(change),
          },
          path,
        }),
      );
    case "PAYMENT_ORDER":
      return approvedOrGone(ctx, change, () =>
        payOrder({
          ctx,
          input: { ...storedPayment(change), by: isDue ? "COOL_OFF" : { confirms: change.id } },
          path,
        }),
      );
    default:
      return transactWithin(ctx, async (inside, tx) => {
        // The company's row is locked before the change is claimed (architecture.md §6).
        const accounts = await lockBeneficiaries(tx, ctx.company.id);
        const claimed = isDue
          ? await endChange(tx, change, { state: "APPLIED", by: null, whenDue: true })
          : await claimForConfirmation(inside, change);
        if (!claimed) throw refuse("CHANGE_ALREADY_DECIDED");
        try {
          if (claimed.kind === "RULES") await applyRules(inside, claimed.change);
          else if (claimed.kind === "TERMS") await applyTerms(inside, claimed);
          else if (claimed.kind === "CAMPAIGN") await applyCampaign(inside, claimed);
          else if (claimed.kind === "UNLOCK_PLAN") await applyPlan(inside, claimed);
          else if (claimed.kind === "LOST_WALLET") await applyLostWallet(inside, claimed);
          else if (claimed.kind === "BATCH_FREEZE") await applyFreeze(inside, claimed);
          else if (claimed.kind === "BATCH_CONTRACT") await applyContract(inside, claimed);
          else if (claimed.kind === "AUTHORITY_FILE") await releaseFile(inside, claimed);
          else await applyAccount(inside, claimed, accounts);
        } catch (error) {
          // Checked before anything is written. A database error has aborted the transaction.
          if (!isRefusal(error)) throw error;
          await markOvertaken(tx, claimed);
          await noteChange(inside, "change.overtaken", claimed);
          await notifyOfChange(inside, claimed, "OVERTAKEN");
          return true;
        }
        if (isDue) await noteChange(inside, "change.applied", claimed);
        await notifyOfChange(inside, claimed, isDue ? "APPLIED" : "CONFIRMED");
        return false;
      });
  }
}

/** Returns the received sum that a change has stored, in rupees as a form sends it. */
function receivedSum(change: Pick<PendingChange, "change">): string | undefined {
  const receivedPaise = receivedIn(change);
  return receivedPaise === undefined ? undefined : rupeesText(receivedPaise);
}

const storedPayment = ({ subjectId: orderId, ...change }: PendingChange): ApplyPayment =>
  ApplyPayment.parse({
    orderId,
    kind: change.change.after?.[PAYMENT_KIND],
    paymentId: change.change.after?.[PAYMENT_ID],
    seenAt: change.change.after?.[PAYMENT_VERSION],
    received: receivedSum(change),
  });

type AccountKind = "ACCOUNT_ADD" | "ACCOUNT_CHANGE" | "ACCOUNT_REMOVE";

async function applyAccount(
  ctx: AdminContext,
  change: PendingChange,
  accounts: Awaited<ReturnType<typeof lockBeneficiaries>>,
): Promise<void> {
  const plan = planStored(accounts, { ...change, kind: change.kind as AccountKind });
  // Somebody made the same change by other means.
  if (plan.kind === null) throw refuse("CHANGE_OVERTAKEN");
  await applyAccountPlan(ctx, plan);
}

async function approvedOrGone(
  ctx: AdminContext,
  change: PendingChange,
  approve: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await approve();
    return false;
  } catch (error) {
    const refusal: Refusal | null = refusalFrom(error);
    if (!refusal || !GONE.includes(refusal.code)) throw error;
    await overtake(ctx, change);
    return true;
  }
}

/** Ends a change without effect, unless it was decided by now. */
async function overtake(ctx: AdminContext, change: PendingChange): Promise<void> {
  await transactWithin(ctx, async (inside, tx) => {
    const present = await findPendingOf(tx, ctx.company.id, change.subjectId);
    if (present?.id !== change.id) return;
    if (!(await markOvertaken(tx, present))) return;
    await noteChange(inside, "change.overtaken", present);
    await notifyOfChange(inside, present, "OVERTAKEN");
  });
}

/** True if the requester is still an admin who may make the change. */
async function mayStillAsk(ctx: AdminContext, change: PendingChange): Promise<boolean> {
  const person = await findMember(ctx.db, ctx.company.id, change.requestedBy);
  return (
    person?.role === "ADMIN" &&
    person.status === "ACTIVE" &&
    confirmersOf(change.kind).includes(adminRoleOf(person.adminRole))
  );
}
