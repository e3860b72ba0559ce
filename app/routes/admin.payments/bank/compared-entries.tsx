import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";
import { twoNumbers } from "@server/payments/rules/statements/two-numbers";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { useIsRefused } from "~/components/form/form-frame";
import { useMay } from "~/lib/use-may";
import { FlagBadges, UnprovenNote } from "~/components/data/flag-badges";
import { Who } from "./disagreeing-entries";
import { FlagFacts } from "~/components/purchases/order/order-flags";
import { CandidateAction, Candidates } from "./entry-card";
import { Doubts, EntryText, WaitsFor } from "./match-details";
import { OtherDecisions } from "./other-decisions";
import { RowDetails } from "./row-details";
import { byAnswer, TickedEntries } from "./ticked-entries";

/** Entries beside the order that they may pay: ticked to be approved together where one plain order fits. */
export function ComparedEntries({ lines }: { lines: readonly LineView[] }) {
  const { rows, apart } = byAnswer(lines);
  return (
    <>
      <TickedEntries answer="COMPARED" rows={rows.COMPARED}>
        {({ line }) => <Compared line={line} isTicked />}
      </TickedEntries>
      <ComparedRows lines={apart} />
    </>
  );
}

/** Entries beside the order that they may pay, one a row. The address opens the next one after a decision. */
export function ComparedRows({ lines }: { lines: readonly LineView[] }) {
  const [params] = useSearchParams();
  const open = params.get("open");
  useEffect(() => {
    if (open) document.getElementById(open)?.querySelector<HTMLElement>("[name=reason]")?.focus();
  }, [open]);
  if (lines.length === 0) return null;
  const isFlagged = ({ candidates }: LineView) => candidates.some(({ flags }) => flags.length > 0);
  return (
    <ul className="card divide-y divide-line">
      {lines.map((line, at) => (
        <li key={line.id} id={line.id}>
          <Compared
            line={line}
            isOpen={line.id === open}
            next={lines.slice(at + 1).find(isFlagged)?.id}
          />
        </li>
      ))}
    </ul>
  );
}

const COLUMNS = "lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)_8rem] lg:pe-14";

interface Shown {
  line: LineView;
  isOpen?: boolean;
  /** The row to open after the decision. */
  next?: string | undefined;
}

/** Shows an entry beside its order; the fact of a flag stands in the row where its tick decides. */
export function Compared({ isTicked = false, ...shown }: Shown & { isTicked?: boolean }) {
  const { line } = shown;
  const dates = useDates();
  const { t } = useTranslation("statements");
  const [order, ...others] = line.candidates;
  if (!order) return null;
  const isPlain = others.length === 0 && order.flags.length === 0;
  return (
    <article
      className={`relative grid items-center gap-x-6 gap-y-1 px-4 py-2 lg:gap-y-0 lg:py-1 lg:leading-5 ${COLUMNS}`}
    >
      {others.length === 0 ? (
        <Who order={order} day={line.bookedOn} />
      ) : (
        <h2 className="text-base lg:leading-5">
          {t("entries.mayFit", { count: line.candidates.length })}{" "}
          <span className="hint tabular font-sans font-normal lg:block">
            {dates.day(line.bookedOn)}
          </span>
        </h2>
      )}
      {others.length === 0 ? (
        <Numbers line={line} order={order} />
      ) : (
        <p className="hint truncate">{line.narration}</p>
      )}
      <div className="flex items-center justify-between gap-x-4 lg:contents">
        <div className={isTicked ? "lg:col-span-2" : undefined}>
          <strong className="tabular">{formatRupees(line.amountPaise)}</strong>
          {others.length === 0 && <Reasons order={order} />}
          {isTicked && <Facts order={order} />}
        </div>
        {!isTicked && (
          <div className="lg:justify-self-end">
            {isPlain && <CandidateAction line={line} candidate={order} />}
          </div>
        )}
      </div>
      <Comparison {...shown} isPlain={isPlain} />
    </article>
  );
}

const Facts = ({ order }: { order: LineCandidate }) => (
  <FlagFacts order={{ ...order, referenceNumber: order.reference }} isLinked />
);

/** Says what speaks against an order, and what for it. */
function Reasons({ order }: { order: LineCandidate }) {
  const { t } = useTranslation("statements");
  return (
    <>
      <span className="badges ms-3">
        <FlagBadges flags={order.flags} />
      </span>
      <span className="hint max-lg:block">
        {order.evidence.map((one) => t(`evidence.${one}`)).join(" · ")}
      </span>
      <UnprovenNote unproven={order.unproven} />
    </>
  );
}

/** Shows the bank's number above the one that the member typed, with the mark where they differ. */
function Numbers({ line, order }: { line: LineView; order: LineCandidate }) {
  const { t } = useTranslation("statements");
  const numbers = twoNumbers(line, order.reference);
  if (!numbers) return <p className="hint truncate">{line.narration}</p>;
  return (
    <dl
      aria-label={t("entries.numbers")}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 wrap-anywhere"
    >
      {(
        [
          ["bankNumber", numbers.bank],
          ["typedNumber", numbers.member],
        ] as const
      ).map(([name, [start, differs, end]]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{t(`entries.${name}`)}</dt>
          <dd className="mono">
            {start}
            {differs !== "" && (
              <mark className="bg-(--warning-soft) font-semibold text-(--warning-soft-text)">
                {differs}
              </mark>
            )}
            {end}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The whole entry beside its orders, folded, with the other answers. */
function Comparison({ line, isPlain, isOpen = false, next }: Shown & { isPlain: boolean }) {
  const { t } = useTranslation("statements");
  const may = useMay();
  const [order, ...others] = line.candidates;
  const flagged = line.candidates.map(({ orderId }) => `approveFlagged ${line.id} ${orderId}`);
  return (
    <RowDetails
      name={t(isPlain ? "entries.compare" : "entries.compareAndDecide")}
      isNameShown={!isPlain}
      isOpen={useIsRefused([`setAside ${line.id}`, ...flagged]) || isOpen}
    >
      <EntryText line={line} />
      {others.length === 0 && order ? (
        <div className="grid content-start justify-items-start gap-1">
          <span className="hint break-all">
            {order.reference === null
              ? t("entries.noReference")
              : `${t("entries.typedNumber")} ${order.reference}`}
          </span>
          <Doubts doubts={order.doubts} />
          <Facts order={order} />
          <WaitsFor candidate={order} />
        </div>
      ) : (
        <div className="grid gap-4">
          <Candidates line={line} />
        </div>
      )}
      <div className="col-span-full flex flex-wrap items-end gap-x-3 gap-y-2">
        {others.length === 0 && order && !isPlain && (
          <CandidateAction line={line} candidate={order} next={next} />
        )}
        {may("statements.setAside") && <OtherDecisions line={line} />}
      </div>
    </RowDetails>
  );
}
