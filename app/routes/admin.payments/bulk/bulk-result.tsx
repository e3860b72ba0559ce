import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { Fragment, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import type { ShownOutcome, UndoableBulk } from "~/components/purchases/decide/decide.server";
import { UndoStrip } from "~/components/purchases/decide/undo-strip";

interface Props {
  did: "approve" | "reject" | "undo" | "wait";
  outcomes: readonly ShownOutcome[];
  undo: UndoableBulk | null;
  backTo: string;
}

const DONE = {
  approve: "resultApproved",
  reject: "resultRejected",
  undo: "resultUndone",
  wait: "resultWaits",
} as const;

/** The result of each of several purchases: those that are undecided, and the others behind one line. */
export function BulkResult({ did, outcomes, undo, backTo }: Props) {
  const { t } = useTranslation("bulk");
  const top = useRef<HTMLDivElement>(null);
  // A list below has moved: what became of it is read first.
  useEffect(() => {
    top.current?.focus();
    top.current?.scrollIntoView({ block: "nearest" });
  }, [outcomes]);
  const done = outcomes.filter(({ refusal }) => refusal === null);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const ofOrder = did === "wait" ? "missingPaise" : "finalAmountPaise";
  const sum = done.reduce((paise, { order }) => paise + (order?.[ofOrder] ?? 0), 0);
  return (
    <>
      <div ref={top} role="status" tabIndex={-1} className="grid scroll-mt-24 gap-3">
        {done.length > 0 && (
          <details className="more note note-success block! [&>ul]:mb-0!">
            <summary className="min-h-0!">
              <span className="flex gap-3">
                <CircleCheck />
                {t(DONE[did], { count: done.length, sum: formatRupees(sum) })}
              </span>
            </summary>
            <Outcomes outcomes={done} />
          </details>
        )}
        {refused.length > 0 && (
          <p className="note note-danger">
            <CircleAlert />
            {t("resultRefused", { count: refused.length })}
          </p>
        )}
      </div>
      {undo && <UndoBulk {...undo} />}
      {refused.length > 0 && <Outcomes outcomes={refused} />}
      <div>
        <Link to={backTo} className="button">
          {t("back")}
        </Link>
      </div>
    </>
  );
}

/** Lists what became of each purchase. */
function Outcomes({ outcomes }: Pick<Props, "outcomes">) {
  const { t } = useTranslation("bulk");
  return (
    <ul className="bulk-rows text-(--text)" aria-label={t("result")}>
      {outcomes.map(({ orderId, order, refusal }, at) => (
        <li key={at}>
          <span className="min-w-0 grow">
            <strong className="mono">{order?.orderNumber ?? t("unknown")}</strong> {order?.userName}
            {refusal && <ErrorText inline>{refusal}</ErrorText>}
          </span>
          {refusal && order && (
            <Link className="link-out" to={orderPath(orderId)}>
              {t("singly")}
            </Link>
          )}
          {order?.status && <StatusBadge status={order.status} />}
          {order && <MissingBadge paise={order.missingPaise} />}
          <span className="tabular">{order && formatRupees(order.finalAmountPaise)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Offers to undo the decisions until the first of them is told. */
function UndoBulk({ decisions, seconds, idempotencyKey }: UndoableBulk) {
  const { t } = useTranslation("bulk");
  return (
    <UndoStrip
      key={decisions[0]?.decidedAt}
      intent="undoMany"
      seconds={seconds}
      idempotencyKey={idempotencyKey}
      text={t("undoable", { count: decisions.length, seconds })}
    >
      {decisions.map(({ orderId, decidedAt }, at) => (
        <Fragment key={orderId}>
          <input type="hidden" name={`decisions[${at}].orderId`} value={orderId} />
          <input type="hidden" name={`decisions[${at}].decidedAt`} value={decidedAt} />
        </Fragment>
      ))}
    </UndoStrip>
  );
}
