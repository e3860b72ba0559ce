import {
  updateMember,
  lacksTwoFactor,
  type Context,
  type Deps,
  withinTransaction,
  adminProcedure,
  recordAudit,
  staffProcedure,
} from "@server/access";
import { findAdminFrame, waitingWork } from "@server/office/queries/admin-work";
import type { OpenOutcome } from "@db/vocabulary";
import {
  type AdminFrame,
  type AdminWork,
  ChooseOrderMails,
} from "@server/office/contracts/dashboard";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { matchOpenLines } from "@server/orders";

/**
 * What every screen of the admin area shows, in one statement. Also for an admin who must set up a
 * second factor first, whose only screen tells nothing of what waits.
 */
export const frame = staffProcedure.query(async ({ ctx }): Promise<AdminFrame> => {
  const { company, actor, db } = ctx;
  if (actor.role !== "ADMIN" || !company) throw refuse("WRONG_ROLE");
  const isOutside = company.requiresSecondStep && (await lacksTwoFactor(db, actor));
  const found = await findAdminFrame(db, company.id, actor.id);
  if (!found) throw refuse("NOT_SIGNED_IN");
  const { id, adminRole } = actor;
  const waiting = isOutside ? 0 : found.waiting;
  return { ...found, waiting, id, companyName: company.name, adminRole };
});

/** The admin's own choice of mails about payments. Others, such as of security, are never delayed. */
export const chooseMails = adminProcedure
  .input(ChooseOrderMails)
  .mutation(({ ctx, input: { mails } }): Promise<ChooseOrderMails> =>
    ctx.transact(async (tx) => {
      const mailsEachOrder = mails === "EACH";
      const admin = await updateMember(tx, ctx.company.id, ctx.actor.id, { mailsEachOrder });
      if (!admin) throw refuse("NOT_SIGNED_IN");
      await recordAudit(withinTransaction(ctx, tx), {
        action: "member.profile-updated",
        subjectType: "member",
        subjectId: ctx.actor.id,
        after: { fields: ["mailsEachOrder"] },
      });
      return { mails };
    }),
  );

/** What waits for the company's admins (product.md §2). */
export const work = adminProcedure.query(({ ctx }): Promise<AdminWork> => readWork(ctx));

/** The company whose work it is: of an admin's call, or of the daily mail. */
type WorkScope = Pick<Context, "db"> & {
  deps: Pick<Deps, "figures">;
  company: { id: string };
};

/**
 * Counts are of this moment. Entries are matched as their list matches them, at most every 20 s while the
 * same number of orders and entries waits, and not at all without entries.
 */
export async function readWork({ db, deps, company }: WorkScope): Promise<AdminWork> {
  const found = await waitingWork(db, company.id);
  const { waiting, unmatched, unmatchedPaise } = found;
  const match = async () => {
    const lines = unmatched === 0 ? [] : await matchOpenLines({ db, company });
    const of = (outcome: OpenOutcome) => {
      const some = lines.filter((line) => line.outcome === outcome);
      return {
        count: some.length,
        paise: some.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      };
    };
    return {
      CERTAIN: of("CERTAIN"),
      OTHER_SUM: of("OTHER_SUM"),
      CANDIDATES: of("CANDIDATES"),
      NONE: of("NONE"),
    };
  };
  const key = [company.id, waiting, unmatched, unmatchedPaise].join(" ");
  return {
    waiting: {
      count: waiting,
      paise: found.waitingPaise,
      oldestAt: found.oldestAt?.toISOString() ?? null,
    },
    flagged: found.flagged,
    entries: await (deps.figures?.of(`entries ${key}`, match) ?? match()),
    unallocatedPayments: found.unallocatedPayments,
  };
}
