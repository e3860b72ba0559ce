import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { ToneBadge } from "~/components/data/badge";
import { ErrorText } from "~/components/form/error-text";
import type { UndoableBulk } from "~/components/purchases/decide/decide.server";
import { Outcomes } from "../bulk/outcomes";
import type { ShownOutcome } from "./entries.server";

/** Shows the result of each of several approvals. */
export function ApprovalResults({
  outcomes,
  undo,
}: {
  outcomes: readonly ShownOutcome[];
  undo: UndoableBulk | null;
}) {
  const { t } = useTranslation("statements");
  const heading = useRef<HTMLHeadingElement>(null);
  // The list below has moved: what became of it is read first.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [outcomes]);
  const words = {
    label: t("outcomes.title"),
    done: (done: readonly ShownOutcome[]) => {
      const sum = done.reduce((paise, { order }) => paise + (order?.totalPaise ?? 0), 0);
      return t("outcomes.approved", { count: done.length, sum: formatRupees(sum) });
    },
    refused: (count: number) => t("outcomes.refused", { count }),
  };
  return (
    <section className="card grid gap-3 p-4">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24">
        {t("outcomes.title")}
      </h2>
      <Outcomes outcomes={outcomes} undo={undo} words={words}>
        {({ order, refusal }) => (
          <>
            <span className="min-w-0 grow">
              <strong className="mono">{order?.orderNumber ?? t("outcomes.unknown")}</strong>{" "}
              {order?.memberName}
              {refusal && <ErrorText inline>{refusal}</ErrorText>}
            </span>
            {!refusal && <ToneBadge tone="success">{t("outcomes.done")}</ToneBadge>}
            <span className="tabular">{order && formatRupees(order.totalPaise)}</span>
          </>
        )}
      </Outcomes>
    </section>
  );
}
