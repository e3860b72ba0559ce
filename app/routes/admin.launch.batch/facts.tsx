import { useTranslation } from "react-i18next";
import type { BatchDetails } from "@server/launch/contracts/batches";
import { addressLink, SENT_AT_ONCE, transactionLink } from "@server/launch/rules/transactions";
import { formatQuantity } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { batchFilePath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

/** What stands of a frozen batch, with its files. */
export function BatchFacts({ batch }: { batch: BatchDetails }) {
  const { t } = useTranslation("batches");
  const dates = useDates();
  const { members, tokens, root, contract, explorer, fundedHash } = batch;
  const linked = (href: string | null, text: string | null) =>
    text &&
    (href ? (
      <a className="link-out break-all" href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      <code className="break-all">{text}</code>
    ));
  const facts: Fact[] = [
    [t("facts.tokens"), tokens && formatQuantity(tokens)],
    [t("facts.members"), members && formatQuantity(members)],
    [t("facts.amount"), batch.amount && <code className="break-all">{batch.amount}</code>],
    [t("facts.root"), root && <code className="break-all">{root}</code>],
    [t("facts.checkpoint"), batch.checkpoint],
    [t("facts.frozenAt"), batch.frozenAt && dates.full(batch.frozenAt)],
    [t("facts.network"), batch.network],
    [t("facts.chainId"), batch.chainId],
    [
      t("facts.contract"),
      linked(explorer && contract && addressLink(explorer, contract), contract),
    ],
    [t("facts.claimCall"), batch.claimCall && t(batch.claimCall)],
    [t("facts.explorer"), explorer],
    [t("facts.claimUntil"), batch.claimUntil && dates.day(batch.claimUntil)],
    [t("facts.publishedAt"), batch.publishedAt && dates.full(batch.publishedAt)],
    [
      t("facts.fundedHash"),
      linked(explorer && fundedHash && transactionLink(explorer, fundedHash), fundedHash),
    ],
    [t("facts.deliveredAt"), batch.deliveredAt && dates.full(batch.deliveredAt)],
    [
      t("facts.sent"),
      batch.way === "SEND" && `${formatQuantity(batch.sent)} / ${formatQuantity(members ?? 0)}`,
    ],
  ];
  return (
    <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="facts">
      <h2 id="facts">{t(`states.${batch.state}`)}</h2>
      <FactList facts={facts} />
      {root && <Files batch={batch} />}
      {(fundedHash || batch.sent > 0) && <p className="hint">{t("word")}</p>}
    </section>
  );
}

function Files({ batch: { number } }: { batch: BatchDetails }) {
  const { t } = useTranslation("batches");
  if (!useMay()("batches.file")) return null;
  return (
    <p className="flex flex-wrap gap-4">
      <a className="link-out" href={batchFilePath(number, "claims.csv")} download>
        {t("claimsFile")}
      </a>
      <a className="link-out" href={batchFilePath(number, "tree.json")} download>
        {t("treeFile")}
      </a>
    </p>
  );
}

/** The files of a batch that the company sends, each of some hundred lines. */
export function SendFiles({ batch: { number, members } }: { batch: BatchDetails }) {
  const { t } = useTranslation("batches");
  if (!useMay()("batches.file")) return null;
  const parts = Math.ceil((members ?? 0) / SENT_AT_ONCE);
  return (
    <div className="grid gap-2">
      <p className="hint">{t("sendFiles")}</p>
      <p className="flex flex-wrap gap-4">
        {Array.from({ length: parts }, (_, at) => (
          <a
            key={at}
            className="link-out"
            href={batchFilePath(number, `send-${at + 1}.csv`)}
            download
          >
            {t("sendFile", { part: at + 1 })}
          </a>
        ))}
      </p>
    </div>
  );
}
