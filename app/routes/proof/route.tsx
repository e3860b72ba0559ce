import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "~/components/brand/site-footer";
import { DataTable } from "~/components/lists/data-table";
import { Pager } from "~/components/lists/pager";
import { publicApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";
import { CurrentCheckpoint, PublicKeys, VerifyCommand } from "./checkpoint-facts";
import { FileCheck, HistoryCheck } from "./checks";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("proof");

/** Public: the signed checkpoints of the company's allocations, and how to verify them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { page, limit } = listQuery(request);
  return {
    page,
    ...(await orRefuse(context, publicApi(context).proof.history({ page, limit }))),
  };
}

export const meta = titled("Proof of the ledger");

export default function ProofPage() {
  const { current, records, keys, page, lastPage } = useLoaderData<typeof loader>();
  const { companyName } = useSite();
  const { t } = useTranslation("proof");
  const dates = useDates();
  return (
    <main id="content" className="mx-auto grid max-w-[64rem] gap-5 px-4 pt-4 pb-12">
      <PublicHeader />
      <div className="beside">
        <h1>{t("title")}</h1>
        {current ? (
          <section className="panel lead">
            <h2 className="display-figure">
              {t("entries", { count: current.size, size: formatQuantity(current.size) })}
            </h2>
            <p>{t("signed", { at: dates.moment(current.signedAt) })}</p>
            <HistoryCheck />
          </section>
        ) : (
          <p className="note">{t("none")}</p>
        )}
        <p>
          {t("intro", { company: companyName })}{" "}
          <Link to={`${paths.user.dashboard}?stock=myStock`}>{t("own")}</Link>
        </p>
        <div className="aside">
          <FileCheck publicKeys={keys.map(({ publicKey }) => publicKey)} />
        </div>
      </div>
      <details className="card more px-5" open={page > 1}>
        <summary>{t("details")}</summary>
        <div className="grid gap-6">
          <VerifyCommand />
          {current && <CurrentCheckpoint current={current} />}
          <DataTable
            title={t("history")}
            rows={records}
            keyOf={(row) => String(row.number)}
            empty={t("none")}
            columns={[
              { label: t("number"), cell: (row) => row.number, isNumber: true },
              { label: t("size"), cell: (row) => formatQuantity(row.size), isNumber: true },
              {
                label: t("signedAt"),
                cell: (row) => dates.moment(row.signedAt),
                isShort: true,
              },
              {
                label: t("root"),
                cell: (row) => <span className="mono break-all">{row.root}</span>,
                isWide: true,
              },
              {
                label: t("file"),
                cell: (row) => (
                  <a
                    className="link-out"
                    href={`${paths.proof.checkpoint}?number=${row.number}`}
                    download
                    aria-label={t("downloadNumber", { number: row.number })}
                  >
                    JSON
                  </a>
                ),
              },
            ]}
          />
          <Pager page={page} lastPage={lastPage} shape={INVESTOR_PAGER} />
          <PublicKeys keys={keys} />
        </div>
      </details>
      <Link className="button button-quiet justify-self-start" to={paths.home}>
        {t("toStart")}
      </Link>
      <SiteFooter />
    </main>
  );
}
