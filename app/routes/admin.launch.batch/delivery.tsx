import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { CLAIM_CALLS } from "@db/vocabulary";
import type { AddedTransfers, BatchDetails } from "@server/launch/contracts/batches";
import { monthsLater } from "@server/launch/rules/unlock-plan";
import { formatQuantity } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { useDates } from "~/components/data/use-dates";
import { Checkbox, Field, Select, TextArea } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { FileField } from "~/components/upload/file-field";
import { paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { useSite } from "~/lib/use-site";
import { SendFiles } from "./facts";

interface Shown {
  batch: BatchDetails;
  /** ISO. */
  now: string;
  today: string;
  added: AddedTransfers | null;
}

/** The next step of a frozen batch: how it is delivered, its contract's funds, its transactions. */
export function Delivery({ batch, now, today, added }: Shown) {
  const { t } = useTranslation("batches");
  const may = useMay();
  if (batch.root === null) return <FilesSoon />;
  if (batch.contractWaits) {
    return (
      <section className="card grid gap-3 p-4 md:p-6">
        <p>{t("contractWaits")}</p>
        <Link className="button justify-self-start" to={paths.admin.changes}>
          {t("toChanges")}
        </Link>
      </section>
    );
  }
  if (batch.state === "DELIVERED" || !may("batches.publish")) {
    return added && <Added added={added} />;
  }
  if (batch.way === "SEND") {
    return (
      <>
        <Sending batch={batch} now={now} added={added} />
        {batch.sent === 0 && <OtherContract name={t("claim")} batch={batch} today={today} />}
      </>
    );
  }
  if (batch.state === "PUBLISHED") {
    return (
      <>
        <Funding batch={batch} now={now} />
        <OtherContract name={t("another")} batch={batch} today={today} />
      </>
    );
  }
  return (
    <>
      <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="claim">
        <h2 id="claim">{t("claim")}</h2>
        <p className="max-w-prose">{t("claimIntro")}</p>
        <ForDeveloper batch={batch} />
        <ContractForm batch={batch} today={today} />
      </section>
      <details className="card p-4 md:p-6">
        <summary>{t("send")}</summary>
        <p className="mt-4 max-w-prose">{t("sendIntro")}</p>
        <PostForm contract="send" intent="send" className="mt-4 grid gap-4 md:grid-cols-2">
          <Network batch={batch} />
          <SubmitButton className="justify-self-start">{t("sendButton")}</SubmitButton>
        </PostForm>
      </details>
    </>
  );
}

/** Looks each few seconds whether the files are made. */
function FilesSoon() {
  const { t } = useTranslation("batches");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, 5000);
    return () => clearInterval(timer);
  }, [revalidate]);
  return <p className="note">{t("filesSoon")}</p>;
}

function Network({ batch }: { batch: BatchDetails }) {
  const { t } = useTranslation("batches");
  const { network, explorer } = batch.last ?? batch;
  return (
    <>
      <Field
        name="network"
        label={t("network")}
        hint={t("networkHint")}
        defaultValue={network ?? ""}
      />
      <Field
        name="explorer"
        label={t("explorer")}
        hint={t("explorerHint")}
        inputMode="url"
        defaultValue={explorer ?? ""}
      />
    </>
  );
}

const OtherContract = ({ name, ...form }: { name: string; batch: BatchDetails; today: string }) => (
  <details className="card p-4 md:p-6">
    <summary>{name}</summary>
    <ContractForm {...form} />
  </details>
);

/** Shows a sheet to hand on to whoever deploys the contract. */
function ForDeveloper({ batch: { root, amount, tokens, deliverableAt } }: { batch: BatchDetails }) {
  const { t } = useTranslation("batches");
  const dates = useDates();
  const { brand } = useSite();
  const sheet = t("sheet", {
    root,
    amount,
    tokens: `${formatQuantity(tokens ?? 0)} ${brand.symbol}`,
    at: dates.full(deliverableAt),
  });
  return (
    <details className="more">
      <summary>{t("developer")}</summary>
      <div className="flex items-start gap-2">
        <pre className="mono min-w-0 grow whitespace-pre-wrap wrap-anywhere">{sheet}</pre>
        <CopyButton text={sheet} label={t("copySheet")} />
      </div>
    </details>
  );
}

function ContractForm({ batch, today }: { batch: BatchDetails; today: string }) {
  const { t } = useTranslation("batches");
  return (
    <PostForm contract="publish" intent="publish" className="mt-2 grid gap-4 md:grid-cols-2">
      <Network batch={batch} />
      <Field
        name="chainId"
        label={t("chainId")}
        hint={t("chainIdHint")}
        inputMode="numeric"
        defaultValue={(batch.last ?? batch).chainId ?? ""}
      />
      <Field name="contract" label={t("contract")} defaultValue={batch.contract ?? ""} />
      <Select
        name="claimCall"
        label={t("claimCall")}
        defaultValue={batch.claimCall ?? "UINT256"}
        options={CLAIM_CALLS.map((value) => ({ value, label: t(value) }))}
      />
      <Field
        name="claimUntil"
        type="date"
        label={t("claimUntil")}
        min={today}
        defaultValue={batch.claimUntil ?? monthsLater(today, 12)}
      />
      <SubmitButton className="justify-self-start">{t("publish")}</SubmitButton>
    </PostForm>
  );
}

function Funding({ batch, now }: { batch: BatchDetails; now: string }) {
  const { t } = useTranslation("batches");
  const dates = useDates();
  const { brand } = useSite();
  const { amount, tokens, deliverableAt } = batch;
  return (
    <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="fund">
      <h2 id="fund">{t("fund")}</h2>
      <p className="max-w-prose break-words">
        {t("fundIntro", { amount, tokens: `${formatQuantity(tokens ?? 0)} ${brand.symbol}` })}
      </p>
      {now < deliverableAt ? (
        <p className="note">{t("fundFrom", { at: dates.full(deliverableAt) })}</p>
      ) : (
        <PostForm contract="fund" intent="fund">
          <Field name="hash" label={t("hash")} autoComplete="off" />
          <Checkbox
            name="isFunded"
            label={t("fundTick", { tokens: formatQuantity(tokens ?? 0) })}
          />
          <SubmitButton className="justify-self-start">{t("fundButton")}</SubmitButton>
        </PostForm>
      )}
    </section>
  );
}

function Sending({ batch, now, added }: Omit<Shown, "today">) {
  const { t } = useTranslation("batches");
  const dates = useDates();
  const [refused, pasted] = [useReply("transfers-file"), useReply("transfers")];
  const { sent, members, deliverableAt } = batch;
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="send">
      <h2 id="send">{t("send")}</h2>
      <p className="font-semibold tabular">
        {t("progress", { sent: formatQuantity(sent), members: formatQuantity(members ?? 0) })}
      </p>
      <SendFiles batch={batch} />
      {added && <Added added={added} />}
      {now < deliverableAt ? (
        <p className="note">{t("sendFrom", { at: dates.full(deliverableAt) })}</p>
      ) : (
        <>
          <PostForm contract="transfers-file" intent="transfers-file" encType="multipart/form-data">
            <p>{t("transfersHint")}</p>
            <FileField
              label={t("transfersFile")}
              words={{ choose: t("choose"), none: t("noFile") }}
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              errors={refused?.error?.["text"] ?? []}
            />
            <SubmitButton className="justify-self-start">{t("addTransfers")}</SubmitButton>
          </PostForm>
          <details className="more" open={pasted !== null}>
            <summary>{t("pasteTransfers")}</summary>
            <PostForm contract="transfers" intent="transfers">
              <TextArea name="text" label={t("transfers")} rows={6} spellCheck={false} />
              <SubmitButton className="justify-self-start">{t("addPasted")}</SubmitButton>
            </PostForm>
          </details>
        </>
      )}
    </section>
  );
}

/** What became of the lines that were sent. */
function Added({ added: { added, refused, faults } }: { added: AddedTransfers }) {
  const { t } = useTranslation("batches");
  return (
    <div className={refused > 0 ? "note note-danger grid gap-1" : "note"} role="status">
      <p>{t("added", { count: added, lines: formatQuantity(added) })}</p>
      {refused > 0 && <p>{t("refused", { count: refused, lines: formatQuantity(refused) })}</p>}
      <ul>
        {faults.map(({ line, fault }) => (
          <li key={line}>{t("fault", { line, why: t(`faults.${fault}`) })}</li>
        ))}
      </ul>
    </div>
  );
}
