import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { BackLink } from "~/components/layout/back-link";
import { investorApi } from "~/lib/callers";
import { pageMeta } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useSite } from "~/root";
import { HashCheck, OwnTerminal } from "./hash-check";
import { hashCommand } from "./hash-command";
import { allocationWords } from "./allocation-words.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const proof = await orRefuse(context, api.stock.allocation({ hash: params["hash"] ?? "" }));
  const company = context.site.kind === "company" ? context.site.company.name : "";
  return {
    proof,
    words: allocationWords(context.caller.language, company),
    /** The server computes the hash where no scripts run. */
    isAsked: new URL(request.url).searchParams.has("check"),
    command: hashCommand(proof.previousHash, proof.hashedBytes),
  };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Check an allocation");

export default function Allocation() {
  const { proof, words, isAsked, command } = useLoaderData<typeof loader>();
  const { brand } = useSite();
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={`${paths.user.dashboard}?stock=myStock`}>{words.back}</BackLink>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <section className="card grid gap-4 p-5">
        <h2>{words.facts}</h2>
        <dl className="facts tabular">
          <FactRow name={words.kind}>{words.kinds[proof.kind]}</FactRow>
          <FactRow name={words.quantity}>
            {formatQuantity(proof.quantity)} {brand.symbol}
          </FactRow>
          <FactRow name={words.dateTime}>{formatDateTime(new Date(proof.createdAt))}</FactRow>
          <FactRow name={words.sequence}>{proof.sequence}</FactRow>
        </dl>
        <Sealed label={words.previous} text={proof.previousHash} />
        <Sealed label={words.text} text={proof.hashedBytes} hint={words.textHint} />
        <Sealed label={words.hash} text={proof.hash} />
      </section>
      <HashCheck proof={proof} words={words} isAsked={isAsked} />
      {command && <OwnTerminal command={command} words={words} />}
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
