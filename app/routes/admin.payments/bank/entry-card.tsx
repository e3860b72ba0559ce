import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { FlaggedReason } from "~/components/purchases/decide/flagged-reason";
import { useMay } from "~/lib/use-may";
import { CandidateOrder, EntryText, MatchReasons, WaitsFor } from "./match-details";
import {
  BankAndRecordedAmount,
  DecideBySum,
  DifferentAmountForms,
  MatchWith,
  OtherDecisions,
} from "./other-decisions";

/** Entries beside the orders that they may pay. */
export const EntryCards = ({ lines }: { lines: readonly LineView[] }) => (
  <ul className="grid gap-4">
    {lines.map((line) => (
      <li key={line.id}>
        <EntryCard line={line} />
      </li>
    ))}
  </ul>
);

function EntryCard({ line }: { line: LineView }) {
  const dates = useDates();
  const { t } = useTranslation("statements");
  const may = useMay();
  return (
    <article className="card grid gap-x-8 gap-y-4 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid content-start gap-1">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg">
          <span className="tabular">{formatRupees(line.amountPaise)}</span>
          <span className="hint font-sans font-normal">{dates.day(line.bookedOn)}</span>
        </h2>
        <EntryText line={line} />
        {line.returns.map((one, at) => (
          <div key={at} className="note note-warning mt-2 grid">
            <strong>
              {t("entries.wentBack", {
                day: dates.day(one.bookedOn),
                sum: formatRupees(one.amountPaise),
              })}
            </strong>
            <span className="break-words">{one.narration}</span>
          </div>
        ))}
        {line.otherSum && <BankAndRecordedAmount {...line.otherSum} />}
      </div>
      <div className="grid content-start gap-4">
        <Candidates line={line} />
        {line.otherSum?.isConfirmed
          ? may("statements.acceptSum") && <DifferentAmountForms line={line} />
          : may("statements.setAside") && <OtherDecisions line={line} />}
      </div>
    </article>
  );
}

/** The orders that an entry may pay, each with its answer. */
export const Candidates = ({ line }: { line: LineView }) =>
  line.candidates.map((candidate) => (
    <div
      key={candidate.orderId}
      className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0"
    >
      <CandidateFacts candidate={candidate} />
      <CandidateAction line={line} candidate={candidate} />
    </div>
  ));

/** Shows an order that an entry may pay, and why. */
export function CandidateFacts({ candidate }: { candidate: LineCandidate }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <CandidateOrder candidate={candidate} />
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {candidate.status !== "PENDING" && <StatusBadge status={candidate.status} />}
          <MissingBadge paise={candidate.receivedPaise === null ? null : candidate.totalPaise} />
          <strong className="tabular">{formatRupees(candidate.totalPaise)}</strong>
        </span>
      </div>
      <MatchReasons candidate={candidate} />
      <WaitsFor candidate={candidate} />
    </>
  );
}

/** Approves a waiting order of the exact sum, or gives the entry to one that is approved. */
export function CandidateAction({
  line,
  candidate,
  next,
}: {
  line: LineView;
  candidate: LineCandidate;
  /** The row to open after it. */
  next?: string | undefined;
}) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const { orderId, orderNumber: order, version, status, totalPaise, waiting, flags } = candidate;
  const isSame = totalPaise === line.amountPaise && line.otherSum === null;
  if (status === "PENDING" && isSame && waiting?.isOwn !== true) {
    if (!may("statements.approve")) return null;
    const contract = flags.length > 0 ? "approveFlagged" : "approve";
    return (
      <PostForm
        contract={contract}
        intent={`${contract} ${line.id} ${orderId}`}
        className="flex grow flex-wrap items-end gap-3 *:[.field]:grow"
        hidden={{ lineId: line.id, orderId, version, next }}
      >
        <IdempotencyKey />
        {flags.length > 0 && <FlaggedReason />}
        <SubmitButton className="button-small" aria-label={t("entries.approveOne", { order })}>
          {t("entries.approve")}
        </SubmitButton>
      </PostForm>
    );
  }
  if (status === "PENDING" && waiting === null && may("payments.approveReceived")) {
    return <DecideBySum line={line} order={candidate} />;
  }
  return <MatchWith line={line} order={candidate} />;
}
