import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { FlagBadges, UnprovenNote } from "~/components/data/flag-badges";
import { useIsRefused } from "~/components/form/form-frame";
import { purchasePath } from "~/lib/paths";
import { orderOf, otherFlags } from "@server/orders/rules/answer-of-entry";
import { useMay } from "~/lib/use-may";
import { CandidateFacts } from "./entry-card";
import { EntryText } from "./match-details";
import { RowDetails } from "./row-details";
import { byAnswer, TickedEntries } from "./ticked-entries";
import { DecideBySum, DifferentAmountForms, MatchWith, OtherDecisions } from "./other-decisions";

/**
 * Entries of which bank and order disagree: too much and too little each decided together by the bank's
 * sum, and a row each for those that need a decision of their own.
 */
export function DisagreeingEntries({ lines }: { lines: readonly LineView[] }) {
  const { rows, apart } = byAnswer(lines);
  return (
    <>
      {(["SURPLUS", "REST"] as const).map((answer) => (
        <TickedEntries key={answer} answer={answer} rows={rows[answer]}>
          {({ line }) => <Disagreeing line={line} isTicked />}
        </TickedEntries>
      ))}
      {apart.length > 0 && (
        <ul className="card divide-y divide-line">
          {apart.map((line) => (
            // In line with the rows above, which have a tick.
            <li key={line.id} className="lg:ps-14">
              <Disagreeing line={line} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const COLUMNS = "lg:grid-cols-[minmax(0,2fr)_11rem_minmax(0,3fr)_10rem] lg:pe-14";

function Disagreeing({ line, isTicked = false }: { line: LineView; isTicked?: boolean }) {
  const { t } = useTranslation("statements");
  const order = orderOf(line);
  const sums = sumsOf(line);
  const flags = order ? otherFlags(order) : [];
  return (
    <article
      className={`relative grid items-center gap-x-6 gap-y-0.5 px-4 py-2 lg:gap-y-0 lg:py-1 lg:leading-5 ${COLUMNS}`}
    >
      {order && <Who order={order} day={line.bookedOn} />}
      <dl className="flex flex-wrap gap-x-4 lg:grid lg:grid-cols-[auto_1fr]">
        <Sum name={t("entries.bankShort")} paise={sums.bankPaise} />
        {sums.recordedPaise !== null && (
          <Sum
            name={t(sums.isConfirmed ? "entries.confirmedShort" : "entries.orderShort")}
            paise={sums.recordedPaise}
          />
        )}
      </dl>
      <p className={`font-semibold ${isTicked ? "lg:col-span-2" : ""}`}>
        {sums.recordedPaise === null
          ? t("entries.paidAlready")
          : difference(sums.bankPaise - sums.recordedPaise, t)}
        {flags.length > 0 && (
          <span className="badges ms-2">
            <FlagBadges flags={flags} />
          </span>
        )}
        {order && <UnprovenNote unproven={order.unproven} />}
      </p>
      {!isTicked && (
        <div className="lg:justify-self-end">{order && <Answer line={line} order={order} />}</div>
      )}
      <Comparison line={line} isTicked={isTicked} />
    </article>
  );
}

/** Shows the member, their order, and the day of the entry. */
export function Who({ order, day }: { order: LineCandidate; day: string }) {
  const dates = useDates();
  const { orderNumber, status, memberName, receivedPaise, totalPaise } = order;
  const to = purchasePath(orderNumber, status);
  return (
    <h2 className="flex flex-wrap items-baseline gap-x-3 text-base break-words lg:block lg:leading-5">
      {memberName}{" "}
      <span className="flex flex-wrap items-center gap-x-3 font-sans font-normal">
        {to ? (
          <Link className="link-out mono -my-2.5" to={to}>
            {orderNumber}
          </Link>
        ) : (
          <span className="mono">{orderNumber}</span>
        )}
        <span className="hint tabular">{dates.day(day)}</span>
        {status !== "PENDING" && <StatusBadge status={status} />}
        <MissingBadge paise={receivedPaise === null ? null : totalPaise} />
      </span>
    </h2>
  );
}

const Sum = ({ name, paise }: { name: string; paise: number }) => (
  <div className="flex gap-2 lg:contents">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular lg:text-end">{formatRupees(paise)}</dd>
  </div>
);

/** The bank's sum and the one on record; an entry that only names a decided order has none of these. */
function sumsOf({ otherSum, amountPaise }: LineView) {
  if (otherSum) return otherSum;
  return { bankPaise: amountPaise, recordedPaise: null, isConfirmed: false } as const;
}

/** A difference in words. */
function difference(paise: number, t: ReturnType<typeof useTranslation>["t"]): string {
  const sum = formatRupees(Math.abs(paise));
  return t(paise > 0 ? "entries.tooMuch" : "entries.tooLittle", { sum });
}

/** Leads to the page that decides an order by what was received. */
function Answer({ line, order }: { line: LineView; order: LineCandidate }) {
  const { t } = useTranslation("statements");
  const may = useMay();
  if (order.waiting?.isOwn) return <p className="hint">{t("entries.waitsOwn")}</p>;
  if (order.status === "PENDING" && may("payments.approveReceived")) {
    return <DecideBySum line={line} order={order} />;
  }
  return <MatchWith line={line} order={order} />;
}

/** The whole entry beside its orders, folded, with the other answers. */
function Comparison({ line, isTicked }: { line: LineView; isTicked: boolean }) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const acts = ["acceptSum", "unlink", "setAside"];
  const order = orderOf(line);
  const isConfirmed = line.otherSum?.isConfirmed === true;
  return (
    <RowDetails
      name={t(isConfirmed ? "entries.compareAndDecide" : "entries.compare")}
      isNameShown={isConfirmed}
      isOpen={useIsRefused(acts.map((act) => `${act} ${line.id}`))}
    >
      <div className="grid content-start gap-2">
        <EntryText line={line} />
        {line.candidates.map((candidate) => (
          <div key={candidate.orderId} className="grid gap-2">
            <CandidateFacts candidate={candidate} />
          </div>
        ))}
      </div>
      <div className="grid content-start gap-4">
        {order && isTicked && may("payments.approveReceived") && (
          <DecideBySum line={line} order={order} />
        )}
        {isConfirmed
          ? may("statements.acceptSum") && <DifferentAmountForms line={line} />
          : may("statements.setAside") && <OtherDecisions line={line} />}
      </div>
    </RowDetails>
  );
}
