import { listActivity } from "@db/queries/activity";
import { type ActivityList, ListActivity } from "@server/contracts/activity";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { adminProcedure, router } from "@server/trpc";
import { activityFilter, activityRecord } from "./activity-view";

/** Who did what and when in the admin's own company. */
const list = adminProcedure
  .input(ListActivity)
  .query(async ({ ctx, input }): Promise<ActivityList> => {
    const { records, total } = await listActivity(ctx.db, ctx.company.id, {
      ...activityFilter(input),
      limit: input.limit,
      offset: offsetOf(input),
    });
    return {
      total,
      lastPage: lastPageOf(total, input.limit),
      records: records.map(activityRecord),
    };
  });

export const activityRouter = router({ list });
