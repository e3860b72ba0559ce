import { countMessages, listNewestMessages } from "@db/queries/messages";
import { findCompany } from "@db/queries/companies";
import { brandOf } from "@server/context/brand-of";
import { ListOutbox, type Outbox } from "@server/contracts/messages";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { refuse } from "@server/domain/refusals/refuse";
import { paramsOf } from "@server/jobs/messages/file-message";
import { renderMessage } from "@server/jobs/messages/render";
import { publicProcedure, router } from "@server/trpc";

/** Every message, readable by everybody: there is such a page in demo mode alone (design §2). */
const outbox = publicProcedure.input(ListOutbox).query(async ({ ctx, input }): Promise<Outbox> => {
  if (!ctx.deps.config.demo) throw refuse("NOT_FOUND");
  const [total, rows] = await Promise.all([
    countMessages(ctx.db),
    listNewestMessages(ctx.db, { limit: input.limit, offset: offsetOf(input) }),
  ]);
  const records = await Promise.all(
    rows.map(async (row) => {
      const said = paramsOf(ctx.deps.secrets, row);
      const company = row.companyId ? await findCompany(ctx.db, row.companyId) : undefined;
      const brand = await brandOf(ctx.db, company ?? null);
      const rendered = said
        ? renderMessage(said.template, said.params, row.language, {
            name: company?.name ?? "Prelaunch",
            origin: row.origin,
            brand,
          })
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

export const messagesRouter = router({ outbox });
