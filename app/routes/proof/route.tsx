import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import FileDown from "lucide-react/icons/file-down";
import { useTranslation } from "react-i18next";
import type { CheckpointHistory } from "@server/contracts/proof";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { INVESTOR_PAGER } from "@server/domain/paging/paging";
import { HeaderLogo } from "~/components/brand/header-logo";
import { SiteFooter } from "~/components/brand/site-footer";
import { DataTable } from "~/components/data/data-table";
import { Pager } from "~/components/data/pager";
import { Preferences } from "~/components/layout/preferences";
import { publicApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useSite } from "~/root";
import { BrowserChecks } from "./checks";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("proof");

/** Public: the signed checkpoints of the company's allocations, and how to verify them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { page, limit } = listQuery(request);
  return {
    page,
    ...(await orRefuse(context, publicApi(context).proof.history({ page, limit }))),
  };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Proof of the ledger");

export default function ProofPage() {
  const { current, records, keys, page, lastPage } = useLoaderData<typeof loader>();
  const { companyName } = useSite();
  const { t } = useTranslation("proof");
  return (
    <main id="content" className="mx-auto grid max-w-4xl gap-6 px-4 pt-5 pb-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <HeaderLogo className="h-8 w-auto max-w-[55vw]" />
        <Preferences />
      </div>
      <h1>{t("title")}</h1>
      <p>{t("intro", { company: companyName })}</p>
      {current ? <Current current={current} /> : <p className="note">{t("none")}</p>}
      <BrowserChecks publicKeys={keys.map(({ publicKey }) => publicKey)} />
      <Command />
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
            cell: (row) => formatDateTime(new Date(row.signedAt)),
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
      <Keys keys={keys} />
      <p>
        <Link className="button button-quiet" to={paths.home}>
          {t("toStart")}
        </Link>
      </p>
      <SiteFooter />
    </main>
  );
}

function Current({ current }: { current: NonNullable<CheckpointHistory["current"]> }) {
  const { t } = useTranslation("proof");
  return (
    <section className="card grid gap-4 p-5">
      <h2>{t("current")}</h2>
      <dl className="facts tabular">
        <div>
          <dt>{t("number")}</dt>
          <dd>{current.number}</dd>
        </div>
        <div>
          <dt>{t("size")}</dt>
          <dd>{formatQuantity(current.size)}</dd>
        </div>
        <div>
          <dt>{t("signedAt")}</dt>
          <dd>{formatDateTime(new Date(current.signedAt))}</dd>
        </div>
        <div>
          <dt>{t("root")}</dt>
          <dd className="mono break-all">{current.root}</dd>
        </div>
        <div>
          <dt>{t("signature")}</dt>
          <dd className="mono break-all">{current.signature}</dd>
        </div>
        <div>
          <dt>{t("keyId")}</dt>
          <dd className="mono break-all">{current.keyId}</dd>
        </div>
      </dl>
      <div>
        <h3 className="label">{t("text")}</h3>
        <p className="mono mt-1 rounded-lg bg-sunken p-3 text-sm break-all whitespace-pre-wrap">
          {current.text}
        </p>
      </div>
      <a className="button button-quiet justify-self-start" href={paths.proof.checkpoint} download>
        <FileDown size={20} aria-hidden />
        {t("download")}
      </a>
    </section>
  );
}

function Command() {
  const { t } = useTranslation("proof");
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("command.title")}</h2>
      <p>{t("command.text")}</p>
      <p className="mono rounded-lg bg-sunken p-3 text-sm break-all">
        node verify-proof.mjs proof.json --key …
      </p>
      <p className="hint">{t("command.hint")}</p>
      <a className="button button-quiet justify-self-start" href="/verify-proof.mjs" download>
        <FileDown size={20} aria-hidden />
        {t("command.download")}
      </a>
    </section>
  );
}

function Keys({ keys }: Pick<CheckpointHistory, "keys">) {
  const { t } = useTranslation("proof");
  return (
    <DataTable
      title={t("keys")}
      rows={keys}
      keyOf={(key) => key.id}
      empty={t("none")}
      columns={[
        {
          label: t("since"),
          cell: (key) => formatDateTime(new Date(key.firstUsedAt)),
          isShort: true,
        },
        {
          label: t("publicKey"),
          cell: (key) => <span className="mono break-all">{key.publicKey}</span>,
          isWide: true,
        },
        {
          label: t("keyId"),
          cell: (key) => <span className="mono break-all">{key.id}</span>,
          isWide: true,
        },
      ]}
    />
  );
}
