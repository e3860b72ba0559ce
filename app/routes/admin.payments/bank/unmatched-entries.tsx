import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ListedLine } from "@server/orders/contracts/statements";
import { isLikely } from "@server/payments/rules/suggest-order";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { RowFold } from "~/components/data/row-fold";
import { useReply } from "~/components/form/form-frame";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { MatchReasons } from "./match-details";
import { OtherDecisions } from "./other-decisions";

/** Entries that no order explains: one a row with its best suggestion, what is done about it behind it. */
export const UnmatchedEntries = ({ lines }: { lines: readonly ListedLine[] }) =>
  lines.length > 0 && (
    <ul className="card divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="px-4">
          <Unmatched line={line} />
        </li>
      ))}
    </ul>
  );

function Unmatched({ line }: { line: ListedLine }) {
  const dates = useDates();
  const { t } = useTranslation("statements");
  const isRefused = useReply(`setAside ${line.id}`) !== null;
  const may = useMay();
  const [params] = useSearchParams();
  const { suggestion, payer } = line;
  const order = suggestion?.orderNumber;
  // Many orders have one sum: alone it is no reason to give an entry to one.
  const isPerhaps = suggestion !== null && isLikely(suggestion.evidence);
  const isOtherSum = suggestion !== null && suggestion.totalPaise !== line.amountPaise;
  const perhaps = [
    t("entries.perhaps", { order, name: suggestion?.memberName }),
    ...(suggestion?.status === "REJECTED" ? [t("entries.rejected")] : []),
    ...(isOtherSum ? [`${t("entries.orderShort")} ${formatRupees(suggestion.totalPaise)}`] : []),
  ].join(" · ");
  return (
    <RowFold
      isOpen={isRefused}
      cells={[
        dates.day(line.bookedOn),
        <>
          {payer && <strong className="me-3">{payer}</strong>}
          <span className={payer ? "text-muted" : ""}>{line.narration || "--"}</span>
        </>,
        suggestion && perhaps,
        <strong key="sum">{formatRupees(line.amountPaise)}</strong>,
      ]}
    >
      <div className="grid max-w-3xl gap-4">
        {line.reference !== null && (
          <p className="hint break-all">{t("entries.reference", { reference: line.reference })}</p>
        )}
        {suggestion && (
          <div className="grid justify-items-start gap-2">
            <MatchReasons
              candidate={{
                evidence: suggestion.evidence,
                doubts: [
                  ...(isOtherSum ? ["AMOUNT_DIFFERS" as const] : []),
                  ...(suggestion.others > 0 ? ["OTHER_ORDER_FITS" as const] : []),
                ],
                flags: [],
              }}
            />
            {!isPerhaps && (
              <p className="hint">{t("entries.notNamed", { name: suggestion.memberName })}</p>
            )}
            {may("payments.record") && (
              <Link
                className={`button button-small ${isPerhaps ? "" : "button-quiet"}`}
                to={searchWith(params, {
                  line: line.id,
                  ...(suggestion.status === "PENDING"
                    ? { step: "sum", order: suggestion.orderId }
                    : { step: "record", order: suggestion.orderNumber }),
                })}
              >
                {t("entries.giveTo", { order })}
              </Link>
            )}
          </div>
        )}
        {may("statements.setAside") && (
          <OtherDecisions line={line} isOpen={!isPerhaps} isNamed={suggestion !== null} />
        )}
      </div>
    </RowFold>
  );
}
