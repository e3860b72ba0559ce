import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import type { ShownOutcome, UndoableBulk } from "~/components/purchases/decide/decide";
import { useUndoKey } from "~/components/purchases/keys/use-undo-key";

interface Props {
  did: "approve" | "reject" | "undo";
  outcomes: readonly ShownOutcome[];
  /** The decisions that can be undone; null for none. */
  undo: UndoableBulk | null;
  backTo: string;
}

const DONE = {
  approve: "bulk:resultApproved",
  reject: "bulk:resultRejected",
  undo: "bulk:resultUndone",
} as const;

/** The result of each of several purchases, undecided ones first. */
export function BulkResult({ did, outcomes, undo, backTo }: Props) {
  const { t } = useTranslation(["purchases", "bulk"]);
  const done = outcomes.filter(({ refusal }) => refusal === null);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const sum = done.reduce((paise, { order }) => paise + (order?.finalAmountPaise ?? 0), 0);
  const facts = { count: done.length, sum: formatRupees(sum) };
  return (
    <>
      <div role="status" className="grid gap-3">
        {done.length > 0 && (
          <p className="note note-success">
            <CircleCheck size={20} aria-hidden />
            {t(DONE[did], facts)}
          </p>
        )}
        {refused.length > 0 && (
          <p className="note note-danger">
            <CircleAlert size={20} aria-hidden />
            {t("bulk:resultRefused", { count: refused.length })}
          </p>
        )}
      </div>
      {undo && <UndoBulk {...undo} />}
      <ul className="bulk-rows" aria-label={t("bulk:result")}>
        {[...refused, ...done].map(({ orderId, order, refusal }) => (
          <li key={orderId}>
            <span className="min-w-0 grow">
              <strong className="mono">{order?.orderNumber ?? t("bulk:unknown")}</strong>{" "}
              {order?.userName}
              {refusal && <ErrorText inline>{refusal}</ErrorText>}
            </span>
            {refusal && order && (
              <Link className="link-out" to={orderPath(orderId)}>
                {t("bulk:singly")}
              </Link>
            )}
            {order && <StatusBadge status={order.status} />}
            {order && <MissingBadge paise={order.missingPaise} />}
            <span className="tabular">{order && formatRupees(order.finalAmountPaise)}</span>
          </li>
        ))}
      </ul>
      <div>
        <Link to={backTo} className="button">
          {t("bulk:back")}
        </Link>
      </div>
    </>
  );
}

/** Offers to undo the decisions until the first of them is told. A plain form, without scripts too. */
export function UndoBulk({ decisions, seconds, idempotencyKey }: UndoableBulk) {
  const { t } = useTranslation("bulk");
  useUndoKey();
  return (
    <form method="post" className="undo" style={{ animationDelay: `${seconds}s` }} role="status">
      <input type="hidden" name="intent" value="undoMany" />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {decisions.map(({ orderId, decidedAt }, at) => (
        <Fragment key={orderId}>
          <input type="hidden" name={`decisions[${at}].orderId`} value={orderId} />
          <input type="hidden" name={`decisions[${at}].decidedAt`} value={decidedAt} />
        </Fragment>
      ))}
      <p>{t("undoable", { count: decisions.length, seconds })}</p>
      <button type="submit" className="button button-small" data-hotkey="u">
        {t("undo")}
      </button>
    </form>
  );
}
