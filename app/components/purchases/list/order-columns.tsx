import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OrderSort } from "@db/vocabulary";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { dateInIndia, dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { formatPrice, formatRupees } from "@server/platform/rules/money/format";
import { rowNumber } from "@server/platform/rules/paging";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import { useDates } from "~/components/data/use-dates";
import type { Column } from "~/components/lists/data-table";
import { useSortedHead } from "~/components/lists/sorted-head";
import { listedTokens } from "~/lib/orders/tokens-text";
import type { loadOrders } from "./load-orders.server";
import { useMethodName } from "~/lib/orders/use-method-name";

/** Sums and times are first asked for with the largest or newest at the top. */
const FIRST_DESCENDING: readonly OrderSort[] = [
  "date",
  "decided",
  "total",
  "entered",
  "quantity",
  "flags",
];

/** The columns of Manage Purchase, two lines in a cell; those that sort have links in their heads. */
export function useOrderColumns(receipt?: (row: SortedOrder) => ReactNode): Column<SortedOrder>[] {
  const { list, sort, isDescending, isHistory, isSorted, hasStatements } =
    useLoaderData<typeof loadOrders>();
  const { t } = useTranslation("order-list");
  const pageName = isHistory ? "historyPage" : "page";
  const headOf = useSortedHead({
    pageName,
    sort,
    isDescending,
    isSorted,
    firstDescending: FIRST_DESCENDING,
  });
  const headed = (...parts: [name: string, by?: OrderSort][]) =>
    headOf(...parts.map(([name, by]): [string, OrderSort?] => [t(`columns.${name}`), by]));
  const reference: [string, OrderSort] = [isHistory ? "transaction" : "reference", "reference"];
  const referenceOf = (row: SortedOrder) => row.referenceNumber ?? "--";
  const methodName = useMethodName();
  const dates = useDates();
  // On a line of its own below another text: a column would be too much for a laptop.
  const match: [string][] = hasStatements ? [["match"]] : [];
  const matched = (text: string, row: SortedOrder) =>
    (hasStatements ? `${text}\n${matchOf(row, dates.day)}` : text).trimEnd();
  const history: Column<SortedOrder>[] = [
    {
      ...headed(["decided", "decided"], ["decidedBy", "decidedBy"]),
      cell: ({ lastDecision: last }) =>
        last ? `${dateInIndia(new Date(last.at))}\n${last.by ?? "--"}` : "\n--",
      isWide: true,
    },
  ];
  return [
    { ...headed(["number"]), cell: (_, at) => rowNumber(list, at), isNumber: true },
    {
      ...headed(["userId", "userId"], ["order", "order"]),
      cell: (row) => `${row.user.referralCode}\n${row.orderNumber}`,
      isShort: true,
    },
    { ...headed(["name", "name"]), cell: (row) => row.user.name, place: "title" },
    {
      ...headed(["mobile", "mobile"], ...(isHistory ? [] : match)),
      cell: (row) => (isHistory ? row.user.mobile : matched(row.user.mobile, row)),
      isShort: isHistory || !hasStatements,
      isWide: !isHistory && hasStatements,
    },
    isHistory
      ? {
          ...headed(["method", "method"]),
          cell: (row) => methodName(row.paymentMethod) ?? "",
          isShort: true,
        }
      : {
          ...headed(["method", "method"], reference),
          cell: (row) => `${methodName(row.paymentMethod) ?? ""}\n${referenceOf(row)}`,
          isWide: true,
        },
    {
      ...headed(["price", "price"]),
      cell: (row) => formatPrice(row.priceMicroRupees),
      isNumber: true,
    },
    { ...headed(["quantity", "quantity"]), cell: (row) => listedTokens(t, row), isNumber: true },
    {
      ...headed(["finalAmount", "total"], ["entered", "entered"]),
      cell: ({ finalAmountPaise, paidAmountPaise }) =>
        [finalAmountPaise, paidAmountPaise]
          .flatMap((paise) => (paise === null ? [] : formatRupees(paise)))
          .join("\n"),
      isNumber: true,
      place: "figure",
    },
    ...(isHistory
      ? [
          {
            ...headed(reference, ...match),
            cell: (row: SortedOrder) => matched(referenceOf(row), row),
            isWide: true,
          },
        ]
      : []),
    {
      ...headed(["status"], ["flags", "flags"]),
      cell: (row) => (
        <span className="badges">
          <StatusBadge status={row.status} />
          <MissingBadge paise={row.missingPaise} told={row.toldPaise} />
          <FlagBadges flags={row.flags} />
        </span>
      ),
      place: "note",
    },
    ...(receipt ? [{ ...headed(["receipt"]), cell: receipt, place: "act" as const }] : []),
    {
      ...headed(["date", "date"]),
      // "2026-11-21" and below it "14:05".
      cell: (row) => dateTimeFieldValue(new Date(row.createdAt)).replace("T", "\n"),
      isShort: true,
    },
    ...(isHistory ? history : []),
  ];
}

/** The short form on a phone, beside the order's total: "✓ 21 Nov", or another sum "≠ ₹714.00". */
export const shortMatchOf = (row: SortedOrder, dayOf: (day: string) => string): string =>
  row.line?.amountPaise === row.finalAmountPaise
    ? `${signOf(row)}${dayOf(row.line.bookedOn)}`
    : `${signOf(row)}${formatRupees(row.line?.amountPaise ?? 0)}`;

/** The sum of a statement's credit and its day: "✓ ₹714.00 21 Nov". */
const matchOf = (row: SortedOrder, dayOf: (day: string) => string): string =>
  row.line ? `${signOf(row)}${formatRupees(row.line.amountPaise)} ${dayOf(row.line.bookedOn)}` : "";

/** "≠" where the credit contradicts the order, "✓" where it is the order's, "?" where it may be. */
const signOf = ({ line, flags }: SortedOrder): string =>
  line?.isPerhaps ? "? " : flags.includes("BANK_SUM_DIFFERS") ? "≠ " : line?.isMatched ? "✓ " : "";
