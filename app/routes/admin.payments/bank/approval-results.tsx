import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { ErrorText } from "~/components/form/error-text";
import type { UndoableBulk } from "~/components/purchases/decide/decide";
import { UndoBulk } from "../bulk/bulk-result";
import type { ShownOutcome } from "./entries.server";

/** Shows the result of each of several approvals; refused ones come first. */
export function ApprovalResults({
  outcomes,
  undo,
}: {
  outcomes: readonly ShownOutcome[];
  undo: UndoableBulk | null;
}) {
  const { t } = useTranslation("statements");
  const approved = outcomes.filter(({ refusal }) => refusal === null);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The list below has moved: what became of it is read first.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [outcomes]);
  const sum = approved.reduce((paise, { order }) => paise + (order?.totalPaise ?? 0), 0);
  return (
    <section className="card grid gap-3 p-4">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24">
        {t("outcomes.title")}
      </h2>
      <div role="status" className="grid gap-3">
        {approved.length > 0 && (
          <p className="note note-success">
            <CircleCheck size={20} aria-hidden />
            {t("outcomes.approved", { count: approved.length, sum: formatRupees(sum) })}
          </p>
        )}
        {refused.length > 0 && (
          <p className="note note-danger">
            <CircleAlert size={20} aria-hidden />
            {t("outcomes.refused", { count: refused.length })}
          </p>
        )}
      </div>
      {undo && <UndoBulk {...undo} />}
      <div className="picked" role="region" tabIndex={0} aria-label={t("outcomes.title")}>
        <ul>
          {[...refused, ...approved].map(({ lineId, order, refusal }) => (
            <li key={lineId}>
              <span>
                <strong className="mono">{order?.orderNumber ?? t("outcomes.unknown")}</strong>{" "}
                {order?.memberName}
                {refusal && <ErrorText inline>{refusal}</ErrorText>}
              </span>
              <span>
                {!refusal && (
                  <span className="badge badge-success">
                    <CircleCheck size={16} aria-hidden />
                    {t("outcomes.done")}
                  </span>
                )}
              </span>
              <span className="tabular">{order && formatRupees(order.totalPaise)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
