import { mailTo } from "@server/messages/rules/mail-to";
import { lockCompany } from "@server/sites";
import {
  type Announcement,
  countAudience,
  findPerson,
  insertAnnouncement,
  listAnnouncements,
  renderMessage,
  withdrawAnnouncement,
} from "@server/messages";
import {
  ANNOUNCEMENTS_A_DAY,
  type AnnouncementPreview,
  AnnouncementRef,
  type AnnouncementView,
  PublishAnnouncement,
  TESTS_A_DAY,
} from "@server/members/contracts/notices";
import { secondsToWait, adminProcedure, recordAudit, router, inTransaction } from "@server/access";
import { mailingReader } from "@server/companies";
import type { Audience } from "@db/vocabulary";
import type { Executor } from "@db/client";
import { translatorOf } from "@server/platform";
import { reminders, setReminder } from "./send-reminders";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";

const DAY_SECONDS = 24 * 3600;

/** The admin's page shows so many, the newest. */
const MOST_LISTED = 50;

const viewOf = (row: Announcement, by: string, now: Date): AnnouncementView => ({
  id: row.id,
  title: row.title,
  text: row.text,
  audience: row.audience,
  by,
  at: row.startsAt.toISOString(),
  isUpcoming: row.startsAt > now,
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

const list = adminProcedure.query(async ({ ctx }): Promise<AnnouncementView[]> => {
  const rows = await listAnnouncements(ctx.db, ctx.company.id, MOST_LISTED);
  return rows.map(({ announcement, by }) => viewOf(announcement, by, ctx.now));
});

/** A start later than this is a slip. */
const FARTHEST_MS = 366 * 24 * 3600 * 1000;

/** Returns null for now. Refuses a start in the past, or more than a year ahead. */
function startOf(startsAt: string | undefined, now: Date): Date | null {
  if (startsAt === undefined) return null;
  const start = new Date(startsAt);
  if (start <= now) throw refuse("ANNOUNCEMENT_START_PAST");
  if (start.getTime() - now.getTime() > FARTHEST_MS) throw refuse("ANNOUNCEMENT_START_FAR");
  return start;
}

/** Refuses an audience of nobody with AUDIENCE_EMPTY. */
async function countOrRefuse(db: Executor, companyId: string, audience: Audience) {
  const counted = await countAudience(db, companyId, audience);
  if (counted.members === 0) throw refuse("AUDIENCE_EMPTY");
  return counted;
}

/** Shows an announcement as it would be mailed, and how many members it reaches at present. */
const preview = adminProcedure
  .input(PublishAnnouncement)
  .query(async ({ ctx, input }): Promise<AnnouncementPreview> => {
    const { title, text, audience, startsAt } = input;
    startOf(startsAt, ctx.now);
    const counted = await countOrRefuse(ctx.db, ctx.company.id, audience);
    const read = mailingReader(ctx.db, ctx.deps.config.appOrigin);
    const { site, sender, originFor } = await read(ctx.company.id);
    const origin = await originFor(ctx.actor.id);
    const params = { title, text };
    const mail = renderMessage("announcement", params, ctx.language, { ...site, origin });
    return {
      ...counted,
      mail: {
        from: sender?.name ?? site.name,
        replyTo: sender?.replyTo ?? "",
        subject: mail.subject,
        text: mail.text,
      },
    };
  });

/** Mails an announcement to its author alone. Refuses with THROTTLED beyond TESTS_A_DAY. */
const test = adminProcedure
  .input(PublishAnnouncement)
  .mutation(({ ctx, input: { title, text } }): Promise<{ address: string }> =>
    ctx.transact(async (tx) => {
      const counted = { what: "announcement tests", of: ctx.actor.id, limit: TESTS_A_DAY };
      const seconds = await secondsToWait(ctx, { ...counted, windowSeconds: DAY_SECONDS }, tx);
      if (seconds !== null) throw refuse("THROTTLED", { seconds });
      const admin = orRefuse(await findPerson(tx, ctx.company.id, ctx.actor.id), "NOT_SIGNED_IN");
      const { t } = translatorOf(ctx.language);
      await ctx.deps.jobs.notify(tx, {
        template: "announcement",
        params: { title: t("bell:admin.testTitle", { title }), text },
        ...mailTo(ctx.company.id, { ...admin, language: ctx.language }),
      });
      return { address: admin.email };
    }),
  );

/**
 * Tells an audience of the company. It is under the bell of its members from the start on, while they
 * belong to it; a sweep mails it to those who chose mails. Refuses with AUDIENCE_EMPTY, and with
 * THROTTLED beyond ANNOUNCEMENTS_A_DAY of the company.
 */
const publish = adminProcedure.input(PublishAnnouncement).mutation(
  inTransaction(async (ctx, input, tx) => {
    // Two concurrent calls take turns, so that the second one counts the first.
    await lockCompany(tx, ctx.company.id);
    const counted = { what: "announcements", of: ctx.company.id, limit: ANNOUNCEMENTS_A_DAY };
    const seconds = await secondsToWait(ctx, { ...counted, windowSeconds: DAY_SECONDS }, tx);
    if (seconds !== null) throw refuse("THROTTLED", { seconds });
    const startsAt = startOf(input.startsAt, ctx.now);
    await countOrRefuse(tx, ctx.company.id, input.audience);
    await insertAnnouncement(tx, {
      companyId: ctx.company.id,
      createdBy: ctx.actor.id,
      ...input,
      startsAt,
    });
    await recordAudit(ctx, {
      action: "company.announced",
      subjectType: "company",
      subjectId: ctx.company.id,
      after: input,
    });
  }),
);

/** Takes an announcement from under the bell; mails that are stored already are sent. */
const withdraw = adminProcedure.input(AnnouncementRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const withdrawn = orRefuse(
      await withdrawAnnouncement(tx, ctx.company.id, input.id),
      "ANNOUNCEMENT_NOT_FOUND",
    );
    await recordAudit(ctx, {
      action: "company.announcement-withdrawn",
      subjectType: "company",
      subjectId: ctx.company.id,
      before: { title: withdrawn.title },
      after: null,
    });
  }),
);

export const announcementsRouter = router({
  list,
  preview,
  test,
  publish,
  withdraw,
  reminders,
  setReminder,
});
