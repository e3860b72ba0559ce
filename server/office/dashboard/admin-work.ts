import {
  updateMember,
  lacksTwoFactor,
  type Context,
  type Deps,
  adminProcedure,
  recordAudit,
  staffProcedure,
  inTransaction,
} from "@server/access";
import { countWaiting, findAdminFrame, sumWaiting } from "@server/office/queries/admin-work";
import type { OpenOutcome } from "@db/vocabulary";
import { type AdminWork, ChooseOrderMails } from "@server/office/contracts/dashboard";
import { identityRulesOf } from "@server/companies/rules/identity";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { suggestOrders } from "@server/orders";
import { answerOf } from "@server/orders/rules/answer-of-entry";
import { sells } from "./first-day";

/**
 * Returns the figures that every screen of the admin area shows, in one statement. An admin who
 * must set up a second factor first reads it too; their only screen shows nothing of the waiting
 * work.
 */
export const frame = staffProcedure.query(async ({ ctx }) => {
  const { company, actor, db } = ctx;
  if (actor.role !== "ADMIN" || !company) throw refuse("WRONG_ROLE");
  const isOutside = company.requiresSecondStep && (await lacksTwoFactor(db, actor));
  const found = orRefuse(await findAdminFrame(db, company.id, actor.id), "NOT_SIGNED_IN");
  const { id, adminRole } = actor;
  const { first, ...shown } = found;
  const waiting = isOutside ? 0 : found.waiting;
  const identities = isOutside ? 0 : found.identities;
  const asksIdentity = identityRulesOf(company.settings).asks !== "NOTHING";
  const isFirstDay = !sells(first);
  return {
    ...shown,
    waiting,
    identities,
    asksIdentity,
    isFirstDay,
    id,
    companyName: company.name,
    adminRole,
  };
});

/** The admin's own choice of mails about payments. Others, such as of security, are never delayed. */
export const chooseMails = adminProcedure.input(ChooseOrderMails).mutation(
  inTransaction(async (ctx, { mails }, tx) => {
    const mailsEachOrder = mails === "EACH";
    orRefuse(
      await updateMember(tx, ctx.company.id, ctx.actor.id, { mailsEachOrder }),
      "NOT_SIGNED_IN",
    );
    await recordAudit(ctx, {
      action: "member.profile-updated",
      subjectType: "member",
      subjectId: ctx.actor.id,
      after: { fields: ["mailsEachOrder"] },
    });
    return { mails };
  }),
);

/** Counts the work that waits for the company's admins (product.md §2). */
export const work = adminProcedure.query(({ ctx }): Promise<AdminWork> => readWork(ctx));

/** The company whose work it is: of an admin's call, or of the daily mail. */
type WorkScope = Pick<Context, "db"> & {
  deps: Pick<Deps, "figures">;
  company: { id: string };
};

/**
 * Counts are of this moment. Sums are added up, and entries matched as their list matches them, at most every
 * 20 s while the same number of orders and entries waits.
 */
export async function readWork({ db, deps, company }: WorkScope): Promise<AdminWork> {
  const counts = await countWaiting(db, company.id);
  const { waiting, unmatched, unmatchedPaise } = counts;
  const read = async () => {
    const [sums, lines] = await Promise.all([
      sumWaiting(db, company.id),
      unmatched === 0 ? [] : suggestOrders({ db, company }),
    ]);
    const of = (outcome: OpenOutcome) => {
      // Certain entries count here where they are approved together: the others are flagged.
      const some = lines.filter(
        (line) =>
          line.outcome === outcome &&
          (outcome !== "CERTAIN" || answerOf(line)?.answer === "CERTAIN"),
      );
      return {
        count: some.length,
        paise: some.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      };
    };
    const entries = {
      WENT_BACK: of("WENT_BACK"),
      CERTAIN: of("CERTAIN"),
      OTHER_SUM: of("OTHER_SUM"),
      CANDIDATES: of("CANDIDATES"),
      NONE: of("NONE"),
    };
    return { sums, entries };
  };
  const key = `work ${company.id} ${waiting} ${unmatched} ${unmatchedPaise}`;
  const { sums, entries } = await (deps.figures?.of(key, read) ?? read());
  return {
    waiting: { count: waiting, ...sums },
    flagged: counts.flagged,
    entries,
    unallocatedPayments: counts.unallocatedPayments,
  };
}
