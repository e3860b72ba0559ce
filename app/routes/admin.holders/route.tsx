import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ExportLink } from "~/components/lists/export-link";
import { DaysForm } from "~/components/lists/days-form";
import { Filters } from "~/components/lists/filters";
import { FilterSelect } from "~/components/lists/filter-select";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { adminApi } from "~/lib/callers";
import { LIST_SIZES, searchWith } from "~/lib/lists/list-query";
import { loadWords } from "~/lib/messages/words";
import { orRefuse } from "~/lib/messages/refusals";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useMay } from "~/lib/use-may";
import { askedHolders } from "./asked-holders";
import { HolderTable } from "./holder-table";

export const handle = await loadWords("admin/holders");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { filter, ...shown } = askedHolders(request);
  const { page, limit, sort, isDescending } = shown;
  const list = await orRefuse(
    context,
    api.holders.list({ page, limit, sort, isDescending, ...filter }),
  );
  const asked = new URL(request.url).searchParams;
  if (page > list.lastPage) throw redirect(searchWith(asked, { page: list.lastPage }));
  return { ...list, ...shown, search: filter.search, today: dateInIndia(new Date()) };
}

export const meta = titled("Holders");

export default function Holders() {
  const { page, lastPage, at, day, isSorted } = useLoaderData<typeof loader>();
  const { t } = useTranslation("holders");
  const may = useMay();
  const dates = useDates();
  return (
    <div className="dense grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3 xl:mr-24">
        <div className="min-w-0 max-w-3xl">
          <h1>{t("title")}</h1>
          <p className="hint mt-1">
            {t("intro", { at: day ? dates.day(day) : dates.full(at) })} {day && t("intoDay")}
          </p>
        </div>
        {may("exports.holders") && (
          <div className="flex flex-wrap gap-2">
            <ExportLink to={paths.admin.exports.holders} />
            <ExportLink to={paths.admin.exports.holders} as="xlsx" label={t("excel")} />
          </div>
        )}
      </div>
      <HolderFilters />
      <Sums />
      {!isSorted && <p className="hint">{t("unsorted")}</p>}
      <HolderTable />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </div>
  );
}

function HolderFilters() {
  const { day, today, verified, wallet, limit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("holders");
  const [params] = useSearchParams();
  const choices = (of: "verified" | "wallet") => [
    { value: "", label: t(`${of}.all`) },
    ...(["yes", "no"] as const).map((value) => ({ value, label: t(`${of}.${value}`) })),
  ];
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchBox label={t("search")} />
      <Filters names={["on", "verified", "wallet", "limit"]}>
        <DaysForm days={{ on: day ?? "" }} max={today}>
          {day && (
            <Link to={searchWith(params, { on: null, page: null })} className="link-out py-2">
              {t("today")}
            </Link>
          )}
        </DaysForm>
        <FilterSelect
          name="verified"
          label={t("verified.label")}
          value={verified}
          options={choices("verified")}
        />
        <FilterSelect
          name="wallet"
          label={t("wallet.label")}
          value={wallet}
          options={choices("wallet")}
        />
        <FilterSelect
          name="limit"
          label={t("rows.label")}
          value={String(limit)}
          options={LIST_SIZES.map((count) => ({
            value: String(count),
            label: t("rows.count", { count }),
          }))}
        />
      </Filters>
    </div>
  );
}

/** The sums of the list, and those of the ledger with the checkpoint that covers it. */
function Sums() {
  const { total, sums, ledger, checkpoint, verified, wallet, search } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("holders");
  const dates = useDates();
  if (ledger.entries === 0) return null;
  const tokens = sums.bought + sums.rewards;
  const isPart = verified !== null || wallet !== null || search !== "";
  const isSame = tokens === ledger.tokens;
  const inLedger = {
    count: ledger.entries,
    entries: formatQuantity(ledger.entries),
    tokens: formatQuantity(ledger.tokens),
  };
  return (
    <div className={isPart || isSame ? "grid gap-1" : "note note-danger"} role="status">
      <p className="font-semibold tabular">
        {t(sums.paidPaise === null ? "sumsOfTokens" : "sums", {
          count: total,
          quantity: formatQuantity(total),
          bought: formatQuantity(sums.bought),
          rewards: formatQuantity(sums.rewards),
          tokens: formatQuantity(tokens),
          paid: formatRupees(sums.paidPaise ?? 0),
        })}
      </p>
      <p className="hint tabular">
        {t(isSame ? "agrees" : isPart ? "partOf" : "differs", inLedger)}{" "}
        {checkpoint ? (
          <>
            {t("sealed", {
              number: formatQuantity(checkpoint.number),
              size: formatQuantity(checkpoint.size),
              at: dates.full(checkpoint.signedAt),
            })}{" "}
            <a className="underline" href={paths.proof.root} target="_blank" rel="noreferrer">
              {t("proof")}
            </a>
          </>
        ) : (
          t("unsealed")
        )}
      </p>
    </div>
  );
}
