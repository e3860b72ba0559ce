import type { AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { OrderSort } from "@db/vocabulary";
import type { SortedOrder, SortedOrderList } from "@server/orders/contracts/order-lists";
import { dateInIndia, dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { methodChoices, methodIn, translatorOf } from "@server/platform/words/translators.server";
import { listedTokens } from "~/lib/orders/tokens-text";
import { sortedHead } from "~/lib/lists/sorted-heads";
import type { orderListAddress } from "./order-list-address";
import { listTools } from "./list-tools.server";

type Address = ReturnType<typeof orderListAddress>;

/** The text of a cell; "\n" separates two lines. */
interface Part {
  label: string;
  sort?: OrderSort;
  cell: (row: SortedOrder, position: number) => string;
}

/** A column, whose second part stands below the first. */
interface Place {
  parts: readonly Part[];
  /** Cells that the browser draws as elements instead of text. */
  kind?: "status" | "receipt";
  isNumber?: boolean;
  isShort?: boolean;
  /** Breaks anywhere in a narrow table. */
  isWide?: boolean;
  /** On a phone (data-table.tsx). */
  place?: "title" | "figure" | "note" | "act";
}

/**
 * The table of Manage Purchase in the admin's language: its headings with the links that sort by them,
 * and the text of each cell. The browser gets texts instead of formats and words.
 */
export function listView(
  { caller: { language } }: AppLoadContext,
  request: Request,
  { list: asked, sort: sorted, isDescending, isHistory }: Address,
  list: SortedOrderList,
) {
  const { t } = translatorOf(language);
  const params = new URL(request.url).searchParams;
  const pageName = isHistory ? "historyPage" : "page";
  const sorting = {
    params,
    pageName,
    sort: sorted,
    isDescending,
    firstDescending: FIRST_DESCENDING,
    isSorted: list.isSorted,
  };
  const places = placesOf(t, isHistory, list.hasStatements);
  const first = (asked.page - 1) * asked.limit + 1;
  return {
    methods: methodChoices(t),
    columns: places.map(({ parts, kind, isNumber, isShort, isWide, place }) => ({
      kind: kind ?? "text",
      ...sortedHead(parts, sorting),
      isNumber,
      isShort,
      isWide,
      place,
    })),
    rows: list.records.map((row, index) => ({
      id: row.id,
      orderNumber: row.orderNumber,
      status: row.status,
      flags: row.flags,
      missingPaise: row.missingPaise,
      finalAmountPaise: row.finalAmountPaise,
      hasReceipt: row.receipt !== null,
      waitingApproval: row.waitingApproval,
      bank: shortMatchOf(row),
      cells: places.map(({ parts }) =>
        parts
          .map(({ cell }) => cell(row, first + index))
          .join("\n")
          .trimEnd(),
      ),
    })),
    tools: listTools(t, params, { isHistory, pageName, totals: totalsIn(t, list) }, list),
  };
}

export type ListRow = ReturnType<typeof listView>["rows"][number];

/** Sums and times are first asked for with the largest or newest at the top. */
const FIRST_DESCENDING: ReadonlySet<OrderSort> = new Set([
  "date",
  "decided",
  "total",
  "entered",
  "quantity",
  "flags",
]);

function placesOf(t: TFunction, isHistory: boolean, hasStatements: boolean): Place[] {
  const of = (name: string) => t(`orderList:columns.${name}`);
  const reference: Part = {
    label: of(isHistory ? "transaction" : "reference"),
    sort: "reference",
    cell: (row) => row.referenceNumber ?? "--",
  };
  const method: Part = {
    label: of("method"),
    sort: "method",
    cell: (row) => methodIn(t, row.paymentMethod) ?? "",
  };
  // On a line of its own below another text: a column would be too much for a laptop.
  const match: Part[] = hasStatements ? [{ label: of("match"), cell: matchOf }] : [];
  return [
    {
      parts: [{ label: of("number"), cell: (_row, position) => String(position) }],
      isNumber: true,
    },
    {
      parts: [
        {
          label: of("userId"),
          sort: "userId",
          cell: (row) => row.user.referralCode,
        },
        { label: of("order"), sort: "order", cell: (row) => row.orderNumber },
      ],
      isShort: true,
    },
    {
      parts: [{ label: of("name"), sort: "name", cell: (row) => row.user.name }],
      place: "title",
    },
    {
      parts: [
        { label: of("mobile"), sort: "mobile", cell: (row) => row.user.mobile },
        ...(isHistory ? [] : match),
      ],
      isShort: isHistory || !hasStatements,
      isWide: !isHistory && hasStatements,
    },
    { parts: isHistory ? [method] : [method, reference], isShort: isHistory, isWide: !isHistory },
    {
      parts: [
        {
          label: of("price"),
          sort: "price",
          cell: (row) => formatPrice(row.priceMicroRupees),
        },
      ],
      isNumber: true,
    },
    {
      parts: [
        {
          label: of("quantity"),
          sort: "quantity",
          cell: (row) => listedTokens(t, row),
        },
      ],
      isNumber: true,
    },
    {
      parts: [
        {
          label: of("finalAmount"),
          sort: "total",
          cell: (row) => formatRupees(row.finalAmountPaise),
        },
        {
          label: of("entered"),
          sort: "entered",
          cell: (row) => (row.paidAmountPaise === null ? "" : formatRupees(row.paidAmountPaise)),
        },
      ],
      isNumber: true,
      place: "figure",
    },
    ...(isHistory ? [{ parts: [reference, ...match], isWide: true }] : []),
    {
      parts: [
        { label: of("status"), cell: () => "" },
        { label: of("flags"), sort: "flags", cell: () => "" },
      ],
      kind: "status",
      place: "note",
    },
    ...(isHistory
      ? [
          {
            parts: [{ label: of("receipt"), cell: () => "" }],
            kind: "receipt" as const,
            place: "act" as const,
          },
        ]
      : []),
    {
      parts: [{ label: of("date"), sort: "date", cell: (row) => moment(row.createdAt) }],
      isShort: true,
    },
    ...(isHistory
      ? [
          {
            parts: [
              {
                label: of("decided"),
                sort: "decided" as const,
                cell: ({ lastDecision: last }: SortedOrder) =>
                  last ? dateInIndia(new Date(last.at)) : "",
              },
              {
                label: of("decidedBy"),
                sort: "decidedBy" as const,
                cell: ({ lastDecision: last }: SortedOrder) => last?.by ?? "--",
              },
            ],
            isWide: true,
          },
        ]
      : []),
  ];
}

/** "2026-11-21" and below it "14:05". */
const moment = (iso: string): string => dateTimeFieldValue(new Date(iso)).replace("T", "\n");

/** The short form on a phone, beside the order's total: "✓ 11-21", or another sum "≠ ₹714.00". */
const shortMatchOf = (row: SortedOrder): string =>
  row.line?.amountPaise === row.finalAmountPaise
    ? matchOf(row).replace(/₹\S+ /, "")
    : matchOf(row).replace(/ \d\d-\d\d$/, "");

/** The sum of a statement's credit and its day: "✓ ₹714.00 11-21"; "≠" where it contradicts the order. */
const matchOf = ({ line, flags }: SortedOrder): string =>
  line
    ? `${flags.includes("BANK_SUM_DIFFERS") ? "≠ " : line.isMatched ? "✓ " : ""}${formatRupees(line.amountPaise)} ${line.bookedOn.slice(5)}`
    : "";

function totalsIn(t: TFunction, { total, sumPaise }: SortedOrderList): string {
  const counted = t("orderList:total", { count: total, shown: formatQuantity(total) });
  return sumPaise === null
    ? counted
    : `${counted} · ${t("orderList:sum", { sum: formatRupees(sumPaise) })}`;
}
