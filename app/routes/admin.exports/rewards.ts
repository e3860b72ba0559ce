import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { REWARD_STATES } from "@db/vocabulary";
import type { RewardRecord } from "@server/orders/contracts/rewards";
import { momentCell } from "@server/platform/rules/cells";
import { adminApi } from "~/lib/callers";
import { type CsvColumn, downloadList, withTimeZone } from "~/lib/lists/csv-download.server";
import { listQuery } from "~/lib/lists/list-query";

/** The columns of the rewards on the page of referrals. */
const columns = (t: TFunction): CsvColumn<RewardRecord>[] => {
  const moment = (word: string, cell: (row: RewardRecord) => string | null) => ({
    label: withTimeZone(t, t(`programme:${word}`)),
    cell: (row: RewardRecord) => momentCell(cell(row)),
  });
  return [
    { label: t("programme:reward.order"), cell: (row) => row.orderNumber },
    moment("reward.date", (row) => row.orderedAt),
    { label: t("programme:reward.referrer"), cell: ({ referrer }) => referrer.name },
    { label: t("programme:columns.memberId"), cell: ({ referrer }) => referrer.memberId },
    { label: t("programme:reward.buyer"), cell: ({ buyer }) => buyer.name },
    { label: t("programme:reward.buyerId"), cell: ({ buyer }) => buyer.memberId },
    { label: t("programme:reward.tokens"), cell: ({ tokens }) => tokens },
    { label: t("programme:state"), cell: ({ state }) => t(`programme:states.${state}`) },
    moment("reward.releaseAt", (row) => row.releaseAt),
    {
      label: t("programme:reward.note"),
      cell: ({ reason, note }) =>
        [reason && t(`programme:reasons.${reason}`), note].filter(Boolean).join(": "),
    },
    moment("reward.decided", (row) => row.decidedAt),
    moment("reward.given", (row) => row.allocatedAt),
  ];
};

/** The rewards as a CSV file, with the filters in the page's URL. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { search, status: state } = listQuery(request, {
    statuses: REWARD_STATES,
    names: { status: "state" },
  });
  return downloadList({ request, context }, "rewards", columns, (from) =>
    api.exports.rewards({ search, ...(state && { state }), ...from }),
  );
}
