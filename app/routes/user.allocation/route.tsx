import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { investorApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useSite } from "~/root";
import { HashCheck, OwnTerminal } from "./hash-check";
import { hashCommand } from "./hash-command";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("dashboard");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const proof = await orRefuse(context, api.stock.allocation({ hash: params["hash"] ?? "" }));
  return {
    proof,
    /** Without JavaScript the server computes the hash. */
    isAsked: new URL(request.url).searchParams.has("check"),
    command: hashCommand(proof.previousHash, proof.hashedBytes),
  };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Check an allocation");

export default function Allocation() {
  const { proof, isAsked, command } = useLoaderData<typeof loader>();
  const { brand } = useSite();
  const { t } = useTranslation("dashboard");
  return (
    <div className="grid max-w-3xl gap-5">
      <p>
        <Link className="link-out gap-2" to={`${paths.user.dashboard}?stock=myStock`}>
          <ArrowLeft size={18} aria-hidden />
          {t("proof.back")}
        </Link>
      </p>
      <h1>{t("proof.title")}</h1>
      <p>{t("proof.intro")}</p>
      <section className="card grid gap-4 p-5">
        <h2>{t("proof.facts")}</h2>
        <dl className="facts tabular">
          <div>
            <dt>{t("proof.kind")}</dt>
            <dd>{t(`proof.kinds.${proof.kind}`)}</dd>
          </div>
          <div>
            <dt>{t("quantity")}</dt>
            <dd>
              {formatQuantity(proof.quantity)} {brand.symbol}
            </dd>
          </div>
          <div>
            <dt>{t("dateTimeMine")}</dt>
            <dd>{formatDateTime(new Date(proof.createdAt))}</dd>
          </div>
          <div>
            <dt>{t("proof.sequence")}</dt>
            <dd>{proof.sequence}</dd>
          </div>
        </dl>
        <Sealed label={t("proof.previous")} text={proof.previousHash} />
        <Sealed label={t("proof.text")} text={proof.hashedBytes} hint={t("proof.textHint")} />
        <Sealed label={t("proof.hash")} text={proof.hash} />
      </section>
      <HashCheck proof={proof} isAsked={isAsked} />
      {command && <OwnTerminal command={command} />}
    </div>
  );
}

/** A text shown verbatim. */
function Sealed({ label, text, hint }: { label: string; text: string; hint?: string }) {
  return (
    <div>
      <h3 className="label">{label}</h3>
      <p className="mono mt-1 rounded-lg bg-sunken p-3 break-all whitespace-pre-wrap">{text}</p>
      {hint && <p className="hint mt-1">{hint}</p>}
    </div>
  );
}
