import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import Landmark from "lucide-react/icons/landmark";
import { useTranslation } from "react-i18next";
import type { ReviewedLine } from "@server/orders/contracts/review";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";
import { FlaggedReason } from "../decide/flagged-reason";
import type { Deciding } from "../decide/decision-panel";
import { isPaidInPerson } from "../decide/money-confirmed";
import { isOwnApproval } from "../decide/waiting-approval";
import { useStepTo } from "../keys/use-step-to";
import { DecisionFields } from "~/components/purchases/decide/decision-fields";

/** Shows the bank entry that pays this order, or the candidates. */
export function BankEntries({ review, ...deciding }: Deciding) {
  const { t } = useTranslation("review");
  const { lines, hasStatements } = review;
  if (lines.length === 0 && isPaidInPerson(deciding.order.paymentMethod)) return null;
  return (
    <section className="grid gap-2" aria-labelledby="bank-title">
      <h3 id="bank-title" className="flex items-center gap-2">
        <Landmark />
        {t("bank.title")}
      </h3>
      {lines.length === 0 && (
        <p className="hint">{t(hasStatements ? "bank.none" : "bank.noStatements")}</p>
      )}
      {lines.map((line) => (
        <Entry key={line.id} line={line} {...deciding} />
      ))}
    </section>
  );
}

/** Tells whether a fitting entry of the bank may approve the payment, by its own button. */
export function useApprovesByEntry(order: Deciding["order"]): boolean {
  const may = useMay()("statements.approve");
  // An entry never approves a payment whose number was received before.
  return may && order.moneyOnRecord.length === 0 && !isOwnApproval(order);
}

function Entry({ order, line, then }: Omit<Deciding, "review"> & { line: ReviewedLine }) {
  const { t } = useTranslation("review");
  const may = useMay();
  const dates = useDates();
  const stepTo = useStepTo();
  const approves = useApprovesByEntry(order);
  const returnedPaise = line.returns.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const isPaying = line.status === "MATCHED" && returnedPaise < line.amountPaise;
  const missingPaise = order.finalAmountPaise - (order.receivedPaise ?? 0);
  const sums = { shown: formatRupees(line.amountPaise), total: formatRupees(missingPaise) };
  const { id, orderNumber, status } = order;
  const isRejected = status === "REJECTED";
  const mayGive = isRejected
    ? line.isPerhaps && may("payments.record")
    : status === "PENDING" &&
      order.moneyOnRecord.length === 0 &&
      // Its own entry: the button beside the facts leads there.
      order.bankPaise !== line.amountPaise &&
      may("payments.approveReceived");
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-1 rounded-(--radius-control) border px-4 py-3 ${isPaying ? "note-success" : returnedPaise > 0 ? "note-warning" : "border-line"}`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <span className="tabular">{dates.day(line.bookedOn)}</span>
        <span className="tabular">{formatRupees(line.amountPaise)}</span>
      </p>
      {line.status === "OPEN" &&
        order.status === "PENDING" &&
        order.bankPaise === null &&
        line.amountPaise !== missingPaise && (
          <p className="font-semibold">{t("purchases:bankSum", sums)}</p>
        )}
      {line.isPerhaps && <p className="font-semibold">{t("bank.perhaps")}</p>}
      {line.returns.map((one, at) => (
        <p key={at} className="font-semibold">
          {t("bank.wentBack", { day: dates.day(one.bookedOn), sum: formatRupees(one.amountPaise) })}
        </p>
      ))}
      <p className="break-words">{line.narration}</p>
      {line.reference !== null && <p className="mono break-all">{line.reference}</p>}
      {isPaying && (
        <p className="flex items-center gap-2 font-semibold">
          <CircleCheck size={18} />
          {line.amountPaise < order.finalAmountPaise
            ? t("bank.paysPart", { ...sums, total: formatRupees(order.finalAmountPaise) })
            : t("bank.pays")}
        </p>
      )}
      {line.evidence.length > 0 && (
        <p className="hint">
          {t("bank.because", {
            reasons: line.evidence.map((one) => t(`bank.evidence.${one}`)).join(", "),
          })}
        </p>
      )}
      {line.doubts.length > 0 && (
        <p className="hint">
          {t("bank.but", { doubts: line.doubts.map((one) => t(`bank.doubts.${one}`)).join(", ") })}
        </p>
      )}
      {line.status === "OPEN" && !line.canApprove && mayGive && (
        <p>
          <Link
            className={line.isPerhaps ? "button button-small" : "link-out"}
            to={
              isRejected
                ? stepTo("record", { order: orderNumber, line: line.id })
                : stepTo("sum", { order: id, line: line.id, next: then })
            }
          >
            {line.isPerhaps
              ? t("statements:entries.giveTo", { order: orderNumber })
              : t("bank.otherSum")}
          </Link>
        </p>
      )}
      {line.canApprove && approves && (
        <PostForm
          contract="approveFlagged"
          intent="approveLine"
          className="mt-1 grid justify-items-start gap-2"
          hidden={{ lineId: line.id }}
        >
          <DecisionFields order={order} then={then} />
          {order.flags.length > 0 && <FlaggedReason />}
          <SubmitButton className="button-small">{t("bank.approve")}</SubmitButton>
        </PostForm>
      )}
    </div>
  );
}
