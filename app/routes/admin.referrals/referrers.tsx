import { PersonCell } from "~/components/data/person-cell";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ReferrerSort } from "@db/vocabulary";
import type { Referrer } from "@server/office/contracts/programme";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { AddressedDialog } from "~/components/dialog/dialog";
import { type Column, DataTable } from "~/components/lists/data-table";
import { YearlyDownload } from "~/components/lists/export-link";
import { SearchBox } from "~/components/lists/search-box";
import { searchWith } from "~/lib/lists/list-query";
import { useSortedHead } from "~/components/lists/sorted-head";
import { paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import type { loader } from "./route";

/** Columns that begin with the most. */
const FIRST_DESCENDING: readonly ReferrerSort[] = [
  "invited",
  "buyers",
  "bought",
  "paid",
  "rewards",
];

/** The members who invited others, by what these bought. */
export function ReferrerTable() {
  const { referrers, search, byReferrer } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const mayPrint = useMay()("programme.statement");
  const headOf = useSortedHead({ ...byReferrer, firstDescending: FIRST_DESCENDING });
  if (!referrers) return null;
  const headed = (name: ReferrerSort) => headOf([t(`columns.${name}`), name]);
  const figure = (name: "invited" | "buyers" | "bought" | "rewards") => ({
    ...headed(name),
    isNumber: true,
    cell: (row: Referrer) => formatQuantity(row[name]),
  });
  const columns: Column<Referrer>[] = [
    {
      ...headed("name"),
      place: "title",
      cell: (row) => <PersonCell person={row} />,
    },
    figure("invited"),
    figure("buyers"),
    figure("bought"),
    {
      ...headed("paid"),
      isNumber: true,
      place: "figure",
      cell: (row) => formatRupees(row.paidPaise),
    },
    {
      ...figure("rewards"),
      place: "detail",
      cell: (row) => (
        <>
          {formatQuantity(row.rewards)} <span className="phone-only">{t("rewarded")}</span>
        </>
      ),
    },
    ...(mayPrint
      ? [
          {
            label: t("statement.link"),
            isAction: true,
            place: "act" as const,
            cell: (row: Referrer) => (
              <Link
                className="link-out"
                to={searchWith(params, { statement: row.id })}
                aria-label={t("statement.of", { name: row.name })}
                preventScrollReset
              >
                {t("statement.link")}
              </Link>
            ),
          },
        ]
      : []),
  ];
  const asked = referrers.records.find(({ id }) => id === params.get("statement"));
  return (
    <div className="dense contents">
      <SearchBox label={t("search")} />
      <DataTable
        title={t("tabs.referrers")}
        isTitleHidden
        rows={referrers.records}
        columns={columns}
        empty={t(search === "" ? "none" : "noMatch")}
      />
      {asked && mayPrint && <StatementDialog referrer={asked} />}
    </div>
  );
}

function StatementDialog({ referrer: { id, name } }: { referrer: Referrer }) {
  const { years } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  return (
    <AddressedDialog
      title={t("statement.of", { name })}
      closeTo={searchWith(params, { statement: null })}
    >
      <p className="mb-4">{t("statement.explain")}</p>
      <YearlyDownload to={paths.admin.referralStatement} years={years}>
        <input type="hidden" name="member" value={id} />
      </YearlyDownload>
    </AddressedDialog>
  );
}
