import { adminProcedure, router } from "@server/access";
import { firstCheckpointOver } from "@server/ledger";
import { ListHolders } from "@server/office/contracts/holders";
import { momentOf, pageOfHolders } from "@server/office/queries/holders";
import { containsPattern } from "@server/platform/rules/like";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";

/**
 * The holders' register: the members who had tokens at the end of a day, or have them now, by the
 * ledger and the payments.
 */
const list = adminProcedure.input(ListHolders).query(async ({ ctx, input }) => {
  const { id: companyId } = ctx.company;
  const moment = await momentOf(ctx.db, input.on);
  const filter = { ...input, pattern: containsPattern(input.search) };
  const page = { ...input, offset: offsetOf(input) };
  const found = await pageOfHolders(ctx.db, companyId, moment, filter, page);
  const { total, ledger } = found;
  const sealed =
    ledger.entries > 0 ? await firstCheckpointOver(ctx.db, companyId, ledger.entries) : null;
  return {
    ...found,
    at: new Date(moment.at / 1000).toISOString(),
    lastPage: lastPageOf(total, input.limit),
    checkpoint: sealed && {
      number: sealed.number,
      size: sealed.size,
      signedAt: sealed.signedAt.toISOString(),
    },
  };
});

export const holdersRouter = router({ list });
