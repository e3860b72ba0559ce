import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { DaysOfMoney } from "@server/orders/contracts/payments";
import { rupeesCell } from "@server/platform/rules/cells";
import { methodIn } from "@server/platform/words/translators.server";
import { adminApi } from "~/lib/callers";
import { type CsvColumn, downloadList, withRupees } from "~/lib/lists/csv-download.server";
import { askedDays } from "../admin.payments/days/asked-days";

const columns = (t: TFunction): CsvColumn<DaysOfMoney["days"][number]>[] => [
  { label: t("days:day"), cell: ({ day }) => day },
  { label: t("days:method"), cell: ({ method }) => methodIn(t, method) },
  { label: t("days:payments"), cell: ({ count }) => count },
  { label: withRupees(t, t("days:received")), cell: (row) => rupeesCell(row.receivedPaise) },
  { label: withRupees(t, t("days:allocated")), cell: (row) => rupeesCell(row.allocatedPaise) },
  { label: withRupees(t, t("days:waiting")), cell: (row) => rupeesCell(row.waitingPaise) },
  { label: withRupees(t, t("days:refunded")), cell: (row) => rupeesCell(row.refundedPaise) },
  { label: withRupees(t, t("days:open")), cell: (row) => rupeesCell(row.openPaise) },
];

/** The day sums as a CSV file. It has sums alone, nobody's data, so it asks for no new proof. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return downloadList({ request, context }, "payments", columns, async () => {
    const { days } = await api.payments.days(askedDays(request));
    return { records: days, next: null };
  });
}
