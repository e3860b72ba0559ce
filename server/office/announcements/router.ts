import { lockCompany } from "@server/sites";
import {
  type Announcement,
  insertAnnouncement,
  listAnnouncements,
  withdrawAnnouncement,
} from "@server/messages";
import {
  ANNOUNCEMENTS_A_DAY,
  AnnouncementRef,
  type AnnouncementView,
  PublishAnnouncement,
} from "@server/members/contracts/notices";
import {
  withinTransaction,
  secondsToWait,
  adminProcedure,
  recordAudit,
  router,
} from "@server/access";
import { refuse } from "@server/platform/rules/refusals/refuse";

const DAY_SECONDS = 24 * 3600;

/** The admin's page shows so many, the newest. */
const MOST_LISTED = 50;

const viewOf = (row: Announcement, by: string): AnnouncementView => ({
  id: row.id,
  title: row.title,
  text: row.text,
  by,
  at: row.createdAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

const list = adminProcedure.query(async ({ ctx }): Promise<AnnouncementView[]> => {
  const rows = await listAnnouncements(ctx.db, ctx.company.id, MOST_LISTED);
  return rows.map(({ announcement, by }) => viewOf(announcement, by));
});

/**
 * Tells all members of the company. It is under their bell at once; a sweep mails it to those who chose
 * mails. Refuses with THROTTLED beyond ANNOUNCEMENTS_A_DAY of the company.
 */
const publish = adminProcedure
  .input(PublishAnnouncement)
  .mutation(({ ctx, input }): Promise<void> =>
    ctx.transact(async (tx) => {
      // Two concurrent calls take turns, so that the second one counts the first.
      if (!(await lockCompany(tx, ctx.company.id))) throw refuse("COMPANY_NOT_FOUND");
      const counted = { what: "announcements", of: ctx.company.id, limit: ANNOUNCEMENTS_A_DAY };
      const seconds = await secondsToWait(ctx, { ...counted, windowSeconds: DAY_SECONDS }, tx);
      if (seconds !== null) throw refuse("THROTTLED", { seconds });
      await insertAnnouncement(tx, {
        ...{ companyId: ctx.company.id, createdBy: ctx.actor.id },
        ...input,
      });
      await recordAudit(withinTransaction(ctx, tx), {
        action: "company.announced",
        subjectType: "company",
        subjectId: ctx.company.id,
        after: input,
      });
    }),
  );

/** Takes an announcement from under the bell; mails that are stored already are sent. */
const withdraw = adminProcedure.input(AnnouncementRef).mutation(({ ctx, input }): Promise<void> =>
  ctx.transact(async (tx) => {
    const withdrawn = await withdrawAnnouncement(tx, ctx.company.id, input.id);
    if (!withdrawn) throw refuse("ANNOUNCEMENT_NOT_FOUND");
    await recordAudit(withinTransaction(ctx, tx), {
      action: "company.announcement-withdrawn",
      subjectType: "company",
      subjectId: ctx.company.id,
      before: { title: withdrawn.title },
      after: null,
    });
  }),
);

export const announcementsRouter = router({ list, publish, withdraw });
