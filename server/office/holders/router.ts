import { adminProcedure, router } from "@server/access";
import { firstCheckpointOver } from "@server/ledger";
import { type HolderList, ListHolders } from "@server/office/contracts/holders";
import { ledgerAt, momentOf, pageOfHolders, sumOfHolders } from "@server/office/queries/holders";
import { containsPattern } from "@server/platform/rules/like";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";

/**
 * The holders' register: the members who had tokens at the end of a day, or have them now, by the
 * ledger and the payments.
 */
const list = adminProcedure
  .input(ListHolders)
  .query(async ({ ctx, input }): Promise<HolderList> => {
    const { id: companyId } = ctx.company;
    const at = await momentOf(ctx.db, input.on);
    const filter = { ...input, pattern: containsPattern(input.search) };
    const [records, counted, ledger] = await Promise.all([
      pageOfHolders(ctx.db, companyId, at, filter, { ...input, offset: offsetOf(input) }),
      sumOfHolders(ctx.db, companyId, at, filter),
      ledgerAt(ctx.db, companyId, at),
    ]);
    const sealed =
      ledger.entries > 0 ? await firstCheckpointOver(ctx.db, companyId, ledger.entries) : null;
    return {
      ...counted,
      at: new Date(at / 1000).toISOString(),
      lastPage: lastPageOf(counted.total, input.limit),
      records,
      ledger,
      checkpoint: sealed && {
        number: sealed.number,
        size: sealed.size,
        signedAt: sealed.signedAt.toISOString(),
      },
    };
  });

export const holdersRouter = router({ list });
