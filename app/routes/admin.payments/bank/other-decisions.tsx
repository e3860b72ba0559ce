import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { useDates } from "~/components/data/use-dates";
import { Checkbox, TextArea } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { ReasonedCorrection } from "~/components/purchases/correct/correction";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";

/** An order that is picked on a page of its own, or none. */
export function OtherDecisions({
  line,
  isOpen = false,
  isNamed = line.candidates.length > 0,
}: {
  line: LineView;
  /** An order is named beside it. */
  isNamed?: boolean;
  /** Putting it away is the likeliest answer. */
  isOpen?: boolean;
}) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const [params] = useSearchParams();
  return (
    <>
      {may("payments.record") && (
        <Link
          className="button button-quiet button-small justify-self-start"
          to={searchWith(params, { step: "record", line: line.id })}
        >
          {t(isNamed ? "entries.give" : "entries.giveAny")}
        </Link>
      )}
      <div className="has-[details[open]]:basis-full">
        <ReasonedCorrection
          act="setAside"
          isOpen={isOpen}
          contract="setAside"
          intent={`setAside ${line.id}`}
          hidden={{ lineId: line.id }}
          hint={t("entries.noteHint")}
        />
      </div>
    </>
  );
}

interface ByOrder {
  line: LineView;
  order: LineCandidate;
}

/** Leads to the page that decides an order by what was received. */
export function DecideBySum({ line, order: { orderId, orderNumber: order } }: ByOrder) {
  const { t } = useTranslation("statements");
  const [params] = useSearchParams();
  // An entry of the order's own payment is joined to it already, so that its approval can be undone.
  const named = { step: "sum", order: orderId, line: line.otherSum ? null : line.id };
  return (
    <p>
      <Link
        className="button button-quiet button-small"
        to={searchWith(params, named)}
        aria-label={t("entries.otherSumOf", { order })}
      >
        {t("entries.otherSum")}
      </Link>
    </p>
  );
}

/** Leads to the page that gives the entry to an approved order; an entry of its own payment is not given again. */
export function MatchWith({ line, order: { orderNumber: order, status } }: ByOrder) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const [params] = useSearchParams();
  if (status !== "APPROVED" || line.otherSum || !may("statements.link")) return null;
  return (
    <p>
      <Link
        className="button button-quiet button-small"
        to={searchWith(params, { step: "record", line: line.id, order })}
      >
        {t("entries.link", { order })}
      </Link>
    </p>
  );
}

/** Shows the bank's sum of a payment beside the one on record. */
export function BankAndRecordedAmount({
  bankPaise,
  recordedPaise,
  isConfirmed,
}: NonNullable<LineView["otherSum"]>) {
  const { t } = useTranslation("statements");
  return (
    <dl className="note note-warning mt-2 grid grid-cols-[auto_auto] gap-x-4">
      <dt>{t("entries.bankSum")}</dt>
      <dd className="tabular text-right">{formatRupees(bankPaise)}</dd>
      <dt>{t(isConfirmed ? "entries.confirmedSum" : "entries.submittedSum")}</dt>
      <dd className="tabular text-right">{formatRupees(recordedPaise)}</dd>
    </dl>
  );
}

/**
 * The payment was confirmed with another sum: it stays so, or the entry is another payment's. An entry of the
 * payment's own number is withdrawn once its order is reversed (product.md §2), so that comes first.
 */
export function DifferentAmountForms({ line }: { line: LineView }) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const approved = line.candidates.find(
    ({ status, evidence }) => status === "APPROVED" && evidence.includes("REFERENCE"),
  );
  const isMore = line.otherSum !== null && line.otherSum.bankPaise > line.otherSum.recordedPaise;
  const forms: SumFormsProps["forms"] = [
    isMore
      ? { name: "acceptSum", title: t("entries.surplusTitle"), send: t("entries.takeSum") }
      : { name: "acceptSum", title: t("entries.acceptTitle"), send: t("entries.accept") },
    ...(may("statements.unlink") && !approved
      ? [{ name: "unlink" as const, title: t("entries.otherPayment"), send: t("entries.unlink") }]
      : []),
  ];
  const keep = useReply(`acceptSum ${line.id}`);
  if (approved && line.returns.length > 0) {
    return (
      <div className="grid gap-4">
        <Reversal line={line} order={approved} />
        <details className="more" open={keep !== null || undefined}>
          <summary>{t("entries.accept")}</summary>
          <SumForms line={line} forms={forms} isMore={isMore} />
        </details>
      </div>
    );
  }
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {!approved && line.returns.length > 0 && <p>{t("entries.explainWentBackOpen")}</p>}
      <SumForms line={line} forms={forms} isMore={isMore} />
      {approved && (
        <div className="grid content-start gap-3">
          <h3 className="text-base">{t("entries.bankRight")}</h3>
          <p>{t("entries.explainBankRight", { order: approved.orderNumber })}</p>
          <p>
            <Link
              className="button button-quiet button-small"
              to={orderPath(approved.orderId)}
              aria-label={t("entries.toReversalOf", { order: approved.orderNumber })}
            >
              {t("entries.toReversal")}
            </Link>
          </p>
        </div>
      )}
    </div>
  );
}

interface SumFormsProps {
  line: LineView;
  forms: readonly { name: "acceptSum" | "unlink"; title: string; send: string }[];
  isMore: boolean;
}

/** The forms by which a payment stays as it is, or loses the entry. */
function SumForms({ line, forms, isMore }: SumFormsProps) {
  const { t } = useTranslation("statements");
  return (
    <>
      {forms.map(({ name, title, send }) => (
        <PostForm
          key={name}
          contract={name === "unlink" ? "unlink" : "acceptSum"}
          intent={`${name} ${line.id}`}
          className="grid content-start gap-3"
          hidden={{ lineId: line.id }}
        >
          <h3 className="text-base">{title}</h3>
          <IdempotencyKey />
          <TextArea name="reason" label={t("entries.noteLabel")} rows={2} />
          {name === "acceptSum" && !isMore && (
            <Checkbox name="isBankSum" label={t("entries.isBankSum")} />
          )}
          <SubmitButton tone="quiet" className="button-small justify-self-start">
            {send}
          </SubmitButton>
        </PostForm>
      ))}
    </>
  );
}

/** Reverses the order whose money went back; its member reads the reason, which says so. */
function Reversal({ line, order: { orderId, orderNumber: order, version } }: ByOrder) {
  const dates = useDates();
  const { t } = useTranslation(["statements", "purchases"]);
  const may = useMay();
  const [back] = line.returns;
  return (
    <div className="grid gap-3">
      <p>{t("entries.explainWentBack", { order })}</p>
      {may("orders.reverse") && back && (
        <PostForm
          contract="reverse"
          intent={`reverse ${line.id}`}
          className="grid gap-3"
          hidden={{ orderId, version }}
        >
          <IdempotencyKey />
          <TextArea
            name="reason"
            label={t("purchases:reason")}
            hint={t("purchases:reasonHint")}
            rows={2}
            defaultValue={t("entries.wentBack", {
              day: dates.day(back.bookedOn),
              sum: formatRupees(back.amountPaise),
            })}
          />
          <SubmitButton tone="danger" className="justify-self-start">
            {t("entries.reverseOne", { order })}
          </SubmitButton>
        </PostForm>
      )}
    </div>
  );
}
