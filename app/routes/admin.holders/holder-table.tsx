import { PersonCell } from "~/components/data/person-cell";
import { useLoaderData } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { HolderSort } from "@db/vocabulary";
import type { Holder } from "@server/office/contracts/holders";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { type Column, DataTable, numberColumn } from "~/components/lists/data-table";
import { useSortedHead } from "~/components/lists/sorted-head";
import { tokensText } from "~/lib/orders/tokens-text";
import type { loader } from "./route";

/** Columns that begin with the most, the newest or the verified. */
const FIRST_DESCENDING: readonly HolderSort[] = [
  "verified",
  "bought",
  "rewards",
  "tokens",
  "paid",
  "last",
];

/** Shortens a wallet's address in the middle; the download has it whole. */
const shortened = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
const dayOf = (at: string | null) => (at ? dateInIndia(new Date(at)) : "--");

/** The members with tokens (product.md §2, Holders). */
export function HolderTable() {
  const { records, page, limit, day, search, verified, wallet, sort, isDescending, isSorted } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("holders");
  const firstDescending = FIRST_DESCENDING;
  const headOf = useSortedHead({ sort, isDescending, isSorted, firstDescending });
  const headed = (...names: HolderSort[]) =>
    headOf(
      ...names.map((name): [string, HolderSort] => [
        t(`columns.${name === "name" ? "member" : name}`),
        name,
      ]),
    );
  const isFiltered = search !== "" || verified !== null || wallet !== null;
  const boughtIn = ({ bought, bonus }: Holder) =>
    tokensText(t, { totalQuantity: bought - bonus, bonusTokens: bonus }, "");
  const columns: Column<Holder>[] = [
    numberColumn(t("columns.number"), { page, limit }),
    {
      ...headed("name", "memberId"),
      place: "title",
      cell: (row) => <PersonCell person={row} />,
    },
    {
      ...headed("verified"),
      place: "act",
      cell: ({ isApproved }) => (
        <span className={`badge badge-${isApproved ? "success" : "warning"}`}>
          {isApproved ? <CircleCheck size={16} /> : <Clock size={16} />}
          {t(isApproved ? "verified.yes" : "verified.no")}
        </span>
      ),
    },
    {
      ...headed("bought", "rewards"),
      isNumber: true,
      cell: (row) => `${boughtIn(row)}\n${formatQuantity(row.rewards)}`,
    },
    {
      ...headed("tokens"),
      isNumber: true,
      place: "figure",
      cell: (row) => formatQuantity(row.bought + row.rewards),
    },
    {
      ...headed("paid"),
      isNumber: true,
      place: "detail",
      cell: (row) => formatRupees(row.paidPaise),
    },
    {
      ...headed("wallet"),
      isShort: true,
      cell: ({ walletAddress }) =>
        walletAddress ? (
          <abbr className="mono no-underline" title={walletAddress}>
            {shortened(walletAddress)}
          </abbr>
        ) : (
          "--"
        ),
    },
    {
      ...headed("referrer"),
      isWide: true,
      cell: ({ referrer }) => (referrer ? `${referrer.name}\n${referrer.memberId}` : "--"),
    },
    {
      ...headed("first", "last"),
      isShort: true,
      cell: (row) => `${dayOf(row.firstAt)}\n${dayOf(row.lastAt)}`,
    },
  ];
  return (
    <DataTable
      title={t("title")}
      isTitleHidden
      rows={records}
      columns={columns}
      empty={t(isFiltered ? "noMatch" : day ? "noneOn" : "none")}
    />
  );
}
