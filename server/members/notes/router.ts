import { mailTo } from "@server/messages/rules/mail-to";
import type { Executor } from "@db/client";
import {
  adminProcedure,
  recordAudit,
  router,
  secondsToWait,
  withinTransaction,
  type AdminContext,
} from "@server/access";
import { AddNote, AskMember, type Note, NoteSubject } from "@server/members/contracts/notes";
import { findSubject, insertNote, listNotes } from "@server/members/queries/notes";
import { translatorOf } from "@server/platform";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";

/** A member is asked at most so many questions in a day, by all admins together. */
const QUESTIONS_A_DAY = 10;
const DAY_SECONDS = 24 * 3600;

/** Refuses what is not of the company with MEMBER_NOT_FOUND or ORDER_NOT_FOUND. */
async function subjectOf(db: Executor, { company }: AdminContext, subject: NoteSubject) {
  const found = orRefuse(await findSubject(db, company.id, subject), "MEMBER_NOT_FOUND");
  if (subject.orderId !== undefined && !found.orderId) throw refuse("ORDER_NOT_FOUND");
  return found;
}

type Found = Awaited<ReturnType<typeof subjectOf>>;

/** The log says that somebody wrote about whom, never what: the text is deleted with the member. */
const noteAct = (
  ctx: AdminContext,
  tx: Executor,
  action: "note.added" | "note.asked",
  id: string,
  { referralCode, orderNumber }: Found,
) =>
  recordAudit(withinTransaction(ctx, tx), {
    action,
    // Not the member: what admins note is no part of the member's own activity.
    subjectType: "note",
    subjectId: id,
    after: { referralCode, ...(orderNumber && { orderNumber }) },
  });

const list = adminProcedure.input(NoteSubject).query(async ({ ctx, input }): Promise<Note[]> => {
  await subjectOf(ctx.db, ctx, input);
  const rows = await listNotes(ctx.db, ctx.company.id, input);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
});

const add = adminProcedure.input(AddNote).mutation(({ ctx, input }): Promise<void> =>
  ctx.transact(async (tx) => {
    const found = await subjectOf(tx, ctx, input);
    const by = { companyId: ctx.company.id, createdBy: ctx.actor.id };
    const id = await insertNote(tx, { ...input, ...by, kind: "NOTE" });
    await noteAct(ctx, tx, "note.added", id, found);
  }),
);

/**
 * Mails a question to the member, whose answer goes to the company's support, and notes it. Refuses with
 * THROTTLED beyond QUESTIONS_A_DAY, and with MEMBER_NOT_ACTIVE a member who cannot log in.
 */
const ask = adminProcedure
  .input(AskMember)
  .mutation(({ ctx, input: { question, text = "", ...subject } }): Promise<void> =>
    ctx.transact(async (tx) => {
      const found = await subjectOf(tx, ctx, subject);
      if (found.status !== "ACTIVE") throw refuse("MEMBER_NOT_ACTIVE");
      const counted = { what: "questions", of: found.id, limit: QUESTIONS_A_DAY };
      const seconds = await secondsToWait(ctx, { ...counted, windowSeconds: DAY_SECONDS }, tx);
      if (seconds !== null) throw refuse("THROTTLED", { seconds });
      const { t } = translatorOf(ctx.language);
      const asked = question === "OTHER" ? "" : t(`mail:memberAsked.what_${question}`);
      const id = await insertNote(tx, {
        ...subject,
        companyId: ctx.company.id,
        createdBy: ctx.actor.id,
        kind: "ASKED",
        text: [asked, text].filter((part) => part !== "").join("\n"),
      });
      await noteAct(ctx, tx, "note.asked", id, found);
      await ctx.deps.jobs.notify(tx, {
        template: "memberAsked",
        params: { question, text, orderNumber: found.orderNumber ?? "" },
        ...mailTo(ctx.company.id, found),
      });
    }),
  );

export const notesRouter = router({ list, add, ask });
