import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { PurchaseLine } from "@server/orders/contracts/purchase-statement";
import { rupeesCell } from "@server/platform/rules/cells";
import {
  dateInIndia,
  financialYearName,
  financialYearOf,
} from "@server/platform/rules/dates/dates";
import { investorApi } from "~/lib/callers";
import { type CsvColumn, downloadList, withRupees } from "~/lib/lists/csv-download.server";
import { orRefuse } from "~/lib/messages/refusals";

type Row = PurchaseLine & { seller: string };

const columns = (t: TFunction): CsvColumn<Row>[] => [
  { label: t("receipt:statement.day"), cell: ({ day }) => day },
  {
    label: t("receipt:purchases.kind"),
    cell: ({ isReversed }) =>
      t(isReversed ? "receipt:purchases.reversed" : "receipt:purchases.bought"),
  },
  { label: t("receipt:order"), cell: ({ orderNumber }) => orderNumber },
  { label: t("receipt:quantity"), cell: ({ tokens, bonusTokens }) => tokens - bonusTokens },
  { label: t("receipt:bonus"), cell: ({ bonusTokens }) => bonusTokens },
  {
    label: withRupees(t, t("receipt:amount")),
    cell: ({ amountPaise }) => rupeesCell(amountPaise),
  },
  {
    label: withRupees(t, t("receipt:purchases.fee")),
    cell: ({ feePaise }) => rupeesCell(feePaise),
  },
  { label: withRupees(t, t("receipt:total")), cell: ({ totalPaise }) => rupeesCell(totalPaise) },
  { label: t("receipt:purchases.seller"), cell: ({ seller }) => seller },
];

/**
 * The member's own purchases of a financial year, `?year=2026`, as a PDF or with `as=csv` as a table.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const year = Number(asked.get("year") ?? financialYearOf(dateInIndia(new Date())));
  const statement = await orRefuse(context, api.orders.ownStatement({ year }));
  if (asked.get("as") !== "csv") {
    return orRefuse(context, context.caller.files.printStatement(statement, "user"));
  }
  const { seller } = statement.company;
  const records = statement.purchases.map((line) => ({ ...line, seller }));
  return downloadList({ request, context }, `purchases-${financialYearName(year)}`, columns, () =>
    Promise.resolve({ records, next: null }),
  );
}
