import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { type DayLine, DAY_EXTRAS, USES } from "@server/payments/rules/days";
import { rupeesCell } from "@server/platform/rules/cells";
import { adminApi } from "~/lib/callers";
import { type CsvColumn, downloadList, withRupees } from "~/lib/lists/csv-download.server";
import { askedDays } from "../admin.payments/days/asked-days";

const columns = (t: TFunction): CsvColumn<DayLine>[] => [
  { label: t("days:day"), cell: ({ day }) => day },
  ...(["bankPaise", "withoutEntryPaise", ...USES, ...DAY_EXTRAS] as const).map((of) => ({
    label: withRupees(t, t(`days:uses.${of}`)),
    cell: (row: DayLine) => rupeesCell(row[of]),
  })),
  {
    label: t("days:signed.title"),
    cell: ({ signed }) => (signed === null ? null : t(`days:signed.${signed}`)),
  },
];

/** Money by day as a CSV file. It has sums alone, nobody's data, so it asks for no new proof. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return downloadList({ request, context }, "payments", columns, async () => {
    const { lines } = await api.payments.days(askedDays(request));
    return { records: lines, next: null };
  });
}
