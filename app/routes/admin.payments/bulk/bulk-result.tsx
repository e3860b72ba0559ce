import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { Fragment, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import {
  type DecidedMany,
  DONE,
  sumOfDone,
  type UndoableMany,
} from "~/components/purchases/decide/decided-many";
import { UndoStrip } from "~/components/purchases/decide/undo-strip";

/**
 * The result of each of several purchases, where at least one was refused: those that are undecided, and
 * the others behind one line.
 */
export function BulkResult({ backTo, ...decided }: DecidedMany & { backTo: string }) {
  const { did, outcomes, undo } = decided;
  const { t } = useTranslation("bulk");
  const top = useRef<HTMLDivElement>(null);
  // A list below has moved: what became of it is read first.
  useEffect(() => {
    top.current?.focus();
    top.current?.scrollIntoView({ block: "nearest" });
  }, [outcomes]);
  const done = outcomes.filter(({ refusal }) => refusal === null);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const sum = formatRupees(sumOfDone(decided));
  return (
    <>
      <div ref={top} role="status" tabIndex={-1} className="grid scroll-mt-24 gap-3">
        {done.length > 0 && (
          <details className="more note note-success block! [&>ul]:mb-0!">
            <summary className="min-h-0!">
              <span className="flex gap-3">
                <CircleCheck />
                {t(DONE[did], { count: done.length, sum })}
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
      {undo && <UndoMany {...undo} isSaid />}
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
function Outcomes({ outcomes }: Pick<DecidedMany, "outcomes">) {
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

/** Says what was done, unless the page says it, and offers to undo it until the first of the members is told. */
export function UndoMany({
  isSaid = false,
  did,
  paise,
  decisions,
  seconds,
  idempotencyKey,
  ...left
}: UndoableMany & { isSaid?: boolean }) {
  const { t } = useTranslation("bulk");
  const count = decisions.length;
  const texts = [
    !isSaid && t(DONE[did], { count, sum: formatRupees(paise) }),
    left.leftPaise > 0 &&
      t("resultLeft", { count: left.leftCount, sum: formatRupees(left.leftPaise) }),
    t("undoable", { count, seconds }),
  ];
  return (
    <UndoStrip
      key={decisions[0]?.decidedAt}
      intent="undoMany"
      seconds={seconds}
      idempotencyKey={idempotencyKey}
      text={texts.filter(Boolean).join(" ")}
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
