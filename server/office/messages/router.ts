import type { Executor } from "@db/client";
import {
  readQueueFigures,
  countMessages,
  listNewestMessages,
  listUndelivered,
  contentsOf,
  renderMessage,
} from "@server/messages";
import { CHANNELS, MESSAGE_PRIORITIES } from "@db/vocabulary";
import { mailingReader } from "@server/companies";
import {
  ListOutbox,
  type MessageQueue,
  type Outbox,
  type UndeliveredMessages,
} from "@server/office/contracts/messages";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { adminProcedure, publicProcedure, router, superAdminProcedure } from "@server/access";

/** Every message, readable by anyone: the page exists in demo mode only (architecture.md §2). */
const outbox = publicProcedure.input(ListOutbox).query(async ({ ctx, input }): Promise<Outbox> => {
  if (!ctx.deps.config.demo) throw refuse("NOT_FOUND");
  const [total, rows] = await Promise.all([
    countMessages(ctx.db),
    listNewestMessages(ctx.db, sliceOf(input)),
  ]);
  const readMailing = mailingReader(ctx.db, ctx.deps.config.appOrigin);
  const records = await Promise.all(
    rows.map(async (row) => {
      const said = await contentsOf(ctx.db, ctx.deps.secrets, row);
      const { site, originFor } = await readMailing(row.companyId);
      const origin = await originFor(row.userId);
      const rendered = said
        ? renderMessage(said.template, said.params, row.language, { ...site, origin })
        : null;
      const isSms = row.channel === "SMS";
      return {
        id: row.id,
        channel: row.channel,
        address: row.address,
        language: row.language,
        template: row.template,
        subject: isSms ? null : (rendered?.subject ?? null),
        text: (isSms ? rendered?.sms : rendered?.text) ?? "",
        status: row.status,
        createdAt: row.createdAt.toISOString(),
      };
    }),
  );
  return { records, total, lastPage: lastPageOf(total, input.limit) };
});

/** An admin reads this many at once; the total tells of more. */
const NEWEST = 10;

async function undeliveredAt(db: Executor, companyId: string | null): Promise<UndeliveredMessages> {
  const { rows, total } = await listUndelivered(db, companyId, NEWEST);
  const records = rows.map(
    ({ companyId: id, companyName, personId, personName, failure, createdAt, ...row }) => ({
      ...row,
      company: id && companyName !== null ? { id, name: companyName } : null,
      person: personId && personName !== null ? { id: personId, name: personName } : null,
      failure: failure ?? "refused",
      createdAt: createdAt.toISOString(),
    }),
  );
  return { records, total };
}

const undelivered = adminProcedure.query(({ ctx }) => undeliveredAt(ctx.db, ctx.company.id));

/** The platform's own, and invitations of admins: a new company has nobody else to see them. */
const undeliveredOfPlatform = superAdminProcedure.query(({ ctx }) => undeliveredAt(ctx.db, null));

const queue = superAdminProcedure.query(async ({ ctx }): Promise<MessageQueue> => {
  const figures = await readQueueFigures(ctx.db);
  const of = (kind: keyof typeof MESSAGE_PRIORITIES) => {
    const ours = figures.filter(({ priority }) => priority === MESSAGE_PRIORITIES[kind]);
    return {
      waiting: ours.reduce((sum, { waiting }) => sum + waiting, 0),
      oldest: Math.max(0, ...ours.map(({ oldestSeconds }) => oldestSeconds)),
    };
  };
  const [codes, notices] = [of("code"), of("notice")];
  return {
    codes: codes.waiting,
    oldestCodeSeconds: codes.oldest,
    notices: notices.waiting,
    oldestNoticeSeconds: notices.oldest,
    paused: CHANNELS.filter((one) => ctx.deps.jobs.figures().paused.includes(one)),
  };
});

export const messagesRouter = router({ outbox, undelivered, undeliveredOfPlatform, queue });
