import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatQuantity } from "@server/platform/rules/money/format";
import { BackLink } from "~/components/layout/back-link";
import { investorApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { ownOrderPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { unlockDay } from "../user.dashboard/overview-page.server";
import { hashCommand, hashInBrowser } from "./hash-command";
import { allocationWords } from "./allocation-words.server";
import { useEffect, useState } from "react";
import type { AllocationProof } from "@server/ledger/contracts/stock";
import type { AllocationWords } from "./allocation-words.server";
import { CopyButton } from "~/components/data/copy-button";
import { useToast } from "~/components/layout/toasts";
import { useDates } from "~/components/data/use-dates";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const proof = await orRefuse(context, api.stock.allocation({ hash: params["hash"] ?? "" }));
  const { site, caller } = context;
  return {
    proof,
    words: allocationWords(caller.language, {
      company: site.kind === "company" ? site.company.name : "",
      symbol: site.brand.symbol,
      quantity: formatQuantity(Math.abs(proof.quantity)),
      entry: formatQuantity(proof.sequence),
    }),
    unlock: proof.quantity > 0 ? unlockDay(context) : null,
    command: hashCommand(proof.previousHash, proof.hashedBytes),
  };
}

export const meta = titled("Check an allocation");

/** Says first whether the tokens stand in the ledger; the figures of the check are behind Details. */
export default function Allocation() {
  const { proof, words, unlock, command } = useLoaderData<typeof loader>();
  const own = useOwnHash(proof);
  const dates = useDates();
  return (
    <div className="beside">
      <BackLink to={`${paths.user.dashboard}?stock=myStock`}>{words.back}</BackLink>
      <section className="panel lead">
        <h1 className="display-figure">{words.titles[proof.kind]}</h1>
        <p className="hint">{dates.moment(proof.createdAt)}</p>
        {unlock && <p>{unlock}</p>}
        {proof.orderNumber !== null && (
          <p>
            <Link className="link-out" to={ownOrderPath(proof.orderNumber)}>
              {`${words.order} ${proof.orderNumber}`}
            </Link>
          </p>
        )}
      </section>
      <div className="aside">
        <HashVerdict proof={proof} words={words} own={own} />
        <p>
          {words.intro}{" "}
          <Link className="link-out" to={paths.proof.root}>
            {words.ledger}
          </Link>
        </p>
        <details className="card more px-5">
          <summary>{words.details}</summary>
          <div className="grid gap-4">
            <p>{words.hashed}</p>
            <Sealed label={words.previous} text={proof.previousHash} />
            <Sealed label={words.text} text={proof.hashedBytes} hint={words.textHint} />
            <Sealed label={words.hash} text={proof.hash} />
            <Sealed label={words.computed} text={own ?? proof.verdict.computed} />
            {command && <OwnTerminal command={command} words={words} />}
          </div>
        </details>
      </div>
    </div>
  );
}

/** A text shown verbatim. */
function Sealed({ label, text, hint }: { label: string; text: string; hint?: string }) {
  return (
    <div>
      <h2 className="label">{label}</h2>
      <p className="mono mt-1 rounded-lg bg-sunken p-3 break-all whitespace-pre-wrap">{text}</p>
      {hint && <p className="hint mt-1">{hint}</p>}
    </div>
  );
}

interface Props {
  proof: AllocationProof;
  words: AllocationWords;
}

/**
 * The hash as the browser computes it, which replaces the server's as soon as scripts run. Browsers
 * compute hashes on secure origins only; elsewhere it stays null.
 */
function useOwnHash({ previousHash, hashedBytes }: AllocationProof): string | null {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (!("subtle" in crypto)) return;
    let isLeft = false;
    void hashInBrowser(previousHash, hashedBytes).then((computed) => {
      if (!isLeft) setOwn(computed);
    });
    return () => {
      isLeft = true;
    };
  }, [previousHash, hashedBytes]);
  return own;
}

/** Tells a person whether the entry is as it was written, or which of the checks failed. */
function HashVerdict({ proof, words, own }: Props & { own: string | null }) {
  const { isTextRight, isLinked, computed } = proof.verdict;
  const faults = [
    (own ?? computed) !== proof.hash && words.wrong,
    !isTextRight && words.textWrong,
    !isLinked && words.unlinked,
  ].filter((fault) => fault !== false);
  const isGood = faults.length === 0;
  return (
    <div role="status" className={`note ${isGood ? "note-success" : "note-danger"}`}>
      <div className="grid gap-1">
        <p className="text-xl font-bold">{isGood ? words.verified : words.failed}</p>
        {isGood ? <p>{words.right}</p> : faults.map((fault) => <p key={fault}>{fault}</p>)}
        <p className="text-sm">{own === null ? words.onServer : words.inBrowser}</p>
      </div>
    </div>
  );
}

/** The command with which anyone can verify the hash independently of the product. */
function OwnTerminal({ command, words }: { command: string; words: AllocationWords }) {
  const toast = useToast();
  return (
    <div className="grid gap-2">
      <h2 className="label">{words.yourself}</h2>
      <p>{words.yourselfText}</p>
      <div className="flex items-start gap-2">
        <code className="mono min-w-0 flex-1 rounded-lg bg-sunken p-3 break-all">{command}</code>
        <CopyButton
          text={command}
          label={words.copyCommand}
          onCopied={() => toast({ tone: "success", text: words.commandCopied })}
        />
      </div>
    </div>
  );
}
