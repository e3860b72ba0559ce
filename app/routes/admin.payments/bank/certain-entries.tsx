import { useTranslation } from "react-i18next";
import type { LineView } from "@server/orders/contracts/statements";
import { FLAGS_TOGETHER } from "@server/orders/rules/answer-of-entry";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { UnprovenNote } from "~/components/data/flag-badges";
import { RowFold } from "~/components/data/row-fold";
import { Compared, ComparedRows } from "./compared-entries";
import { CandidateOrder, EntryText } from "./match-details";
import { type AnsweredRow, byAnswer, TickedEntries } from "./ticked-entries";

/**
 * Entries that match for certain: approved together, several with one flag by one reason, but those that need a
 * decision of their own.
 */
export function CertainEntries({ lines }: { lines: readonly LineView[] }) {
  const { rows, apart } = byAnswer(lines);
  const flagged = FLAGS_TOGETHER.map((flag) => ({
    flag,
    rows: rows.FLAGGED?.filter(({ order }) => order.flags.includes(flag)) ?? [],
  }));
  const alone = flagged.flatMap((one) => (one.rows.length === 1 ? one.rows : []));
  return (
    <>
      <TickedEntries answer="CERTAIN" rows={rows.CERTAIN}>
        {(row) => <CertainEntry {...row} />}
      </TickedEntries>
      {flagged.map(
        (one) =>
          one.rows.length > 1 && (
            <TickedEntries key={one.flag} answer="FLAGGED" {...one}>
              {({ line }) => <Compared line={line} isTicked />}
            </TickedEntries>
          ),
      )}
      <ComparedRows lines={[...alone.map(({ line }) => line), ...apart]} />
    </>
  );
}

/** One line, on a phone two: nothing speaks against it. Opened, it shows the entry beside its order. */
function CertainEntry({ line, order }: AnsweredRow) {
  const dates = useDates();
  const { t } = useTranslation("statements");
  const reasons = order.evidence.map((one) => t(`evidence.${one}`)).join(" · ");
  return (
    <div className="pe-4">
      <RowFold
        cells={[
          <span key="order" className="mono">
            {order.orderNumber}
          </span>,
          order.memberName,
          <span key="reasons">
            <UnprovenNote unproven={order.unproven} />
            <span className="max-lg:hidden">{reasons}</span>
          </span>,
          formatRupees(line.amountPaise),
        ]}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <span className="grid content-start gap-0.5">
            <EntryText line={line} />
            <span className="hint">{`${dates.day(line.bookedOn)} · ${reasons}`}</span>
          </span>
          <CandidateOrder candidate={order} />
        </div>
      </RowFold>
    </div>
  );
}
