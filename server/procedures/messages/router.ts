import { countMessages, listNewestMessages } from "@db/queries/messages";
import { findCompany } from "@db/queries/companies";
import { brandOf } from "@server/context/brand-of";
import { originOfCompany } from "@server/context/site";
import { ListOutbox, type Outbox } from "@server/contracts/messages";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { refuse } from "@server/domain/refusals/refuse";
import { paramsOf } from "@server/delivery/store-message";
import { renderMessage } from "@server/delivery/render-message";
import { publicProcedure, router } from "@server/procedures/trpc";

/** Every message, readable by anyone: the page exists in demo mode only (architecture.md §2). */
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
            origin: await originOfCompany(ctx.db, ctx.deps.config.appOrigin, row.companyId),
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
