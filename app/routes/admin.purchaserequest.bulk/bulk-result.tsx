import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/domain/money/format";
import { ErrorText } from "~/components/form/error-text";
import { StatusBadge } from "~/components/data/badge";
import type { ShownOutcome } from "../admin.purchaserequest/decide";
import { splitPath } from "./split-path";

interface Props {
  bulk: "approve" | "reject";
  outcomes: readonly ShownOutcome[];
  backTo: string;
}

/** The result of each of several purchases, undecided ones first. */
export function BulkResult({ bulk, outcomes, backTo }: Props) {
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
            {t(bulk === "approve" ? "bulk:resultApproved" : "bulk:resultRejected", facts)}
          </p>
        )}
        {refused.length > 0 && (
          <p className="note note-danger">
            <CircleAlert size={20} aria-hidden />
            {t("bulk:resultRefused", { count: refused.length })}
          </p>
        )}
      </div>
      <ul className="bulk-rows" aria-label={t("bulk:result")}>
        {[...refused, ...done].map(({ orderId, order, refusal }) => (
          <li key={orderId}>
            <span className="min-w-0 grow">
              <strong className="mono">{order?.orderNumber ?? t("bulk:unknown")}</strong>{" "}
              {order?.userName}
              {refusal && <ErrorText inline>{refusal}</ErrorText>}
            </span>
            {refusal && order && (
              <Link className="link-out" to={splitPath(orderId)}>
                {t("bulk:singly")}
              </Link>
            )}
            {order && <StatusBadge status={order.status} />}
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
