import type { Executor } from "@db/client";
import {
  type AdminActor,
  adminProcedure,
  type CompanyContext,
  recordAudit,
  router,
  secondsToWait,
  withinTransaction,
} from "@server/access";
import {
  AddNote,
  AskMember,
  FollowUp,
  NoteSubject,
  type NotesView,
} from "@server/members/contracts/notes";
import {
  findFollowUp,
  findSubject,
  insertNote,
  listNotes,
  saveFollowUp,
} from "@server/members/queries/notes";
import { listAdmins } from "@server/messages";
import { translatorOf } from "@server/platform";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** A member is asked at most so many questions in a day, by all admins together. */
const QUESTIONS_A_DAY = 10;
const DAY_SECONDS = 24 * 3600;

type AdminContext = CompanyContext<AdminActor>;

/** Refuses what is not of the company with MEMBER_NOT_FOUND or ORDER_NOT_FOUND. */
async function subjectOf(db: Executor, { company }: AdminContext, subject: NoteSubject) {
  const found = await findSubject(db, company.id, subject);
  if (!found) throw refuse("MEMBER_NOT_FOUND");
  if (subject.orderId !== undefined && !found.orderId) throw refuse("ORDER_NOT_FOUND");
  return found;
}

type Found = Awaited<ReturnType<typeof subjectOf>>;

/** The log says that somebody wrote about whom, never what: the text is deleted with the member. */
const noteAct = (
  ctx: AdminContext,
  tx: Executor,
  act: { action: "note.added" | "note.asked" | "note.followed"; id: string; to?: string | null },
  { referralCode, orderNumber }: Found,
) =>
  recordAudit(withinTransaction(ctx, tx), {
    action: act.action,
    // Not the member: what admins note is no part of the member's own activity.
    subjectType: "note",
    subjectId: act.id,
    after: { referralCode, ...(orderNumber && { orderNumber }), ...(act.to && { to: act.to }) },
  });

const list = adminProcedure.input(NoteSubject).query(async ({ ctx, input }): Promise<NotesView> => {
  const { db, company } = ctx;
  await subjectOf(db, ctx, input);
  const [rows, follow, admins] = await Promise.all([
    listNotes(db, company.id, input),
    findFollowUp(db, company.id, input),
    listAdmins(db, company.id),
  ]);
  const choices = admins.map(({ id, name }) => ({ id, name }));
  const { snoozedUntil = null } = follow ?? {};
  return {
    notes: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    snoozedUntil:
      snoozedUntil !== null && snoozedUntil > dateInIndia(ctx.now) ? snoozedUntil : null,
    assignee: choices.find(({ id }) => id === follow?.assigneeId) ?? null,
    admins: choices,
  };
});

const add = adminProcedure.input(AddNote).mutation(({ ctx, input }): Promise<void> =>
  ctx.transact(async (tx) => {
    const found = await subjectOf(tx, ctx, input);
    const by = { companyId: ctx.company.id, createdBy: ctx.actor.id };
    const id = await insertNote(tx, { ...input, ...by });
    await noteAct(ctx, tx, { action: "note.added", id }, found);
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
      await noteAct(ctx, tx, { action: "note.asked", id }, found);
      await ctx.deps.jobs.notify(tx, {
        template: "memberAsked",
        params: { question, text, orderNumber: found.orderNumber ?? "" },
        channel: "EMAIL",
        address: found.email,
        language: found.language,
        companyId: ctx.company.id,
        userId: found.id,
      });
    }),
  );

/** The farthest day until which something is put off. */
const FARTHEST_DAYS = 366;

/**
 * Says whose it is, and until when it is put off. Refuses with SNOOZE_DAY_INVALID a day that is not
 * within the next year, and with ASSIGNEE_NOT_FOUND whoever is no admin of the company.
 */
const follow = adminProcedure.input(FollowUp).mutation(({ ctx, input }): Promise<void> =>
  ctx.transact(async (tx) => {
    const found = await subjectOf(tx, ctx, input);
    const { snoozedUntil = null, assigneeId = null, ...subject } = input;
    const farthest = dateInIndia(new Date(ctx.now.getTime() + FARTHEST_DAYS * DAY_SECONDS * 1000));
    if (
      snoozedUntil !== null &&
      (snoozedUntil <= dateInIndia(ctx.now) || snoozedUntil > farthest)
    ) {
      throw refuse("SNOOZE_DAY_INVALID");
    }
    const admins = assigneeId === null ? [] : await listAdmins(tx, ctx.company.id);
    if (assigneeId !== null && !admins.some(({ id }) => id === assigneeId)) {
      throw refuse("ASSIGNEE_NOT_FOUND");
    }
    const set = { companyId: ctx.company.id, snoozedUntil, assigneeId };
    const id = await saveFollowUp(tx, { ...subject, ...set });
    await noteAct(ctx, tx, { action: "note.followed", id, to: snoozedUntil }, found);
  }),
);

export const notesRouter = router({ list, add, ask, follow });
