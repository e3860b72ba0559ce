import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import type { ShownOutcome, UndoableBulk } from "~/components/purchases/decide/decide.server";
import { Outcomes } from "./outcomes";

interface Props {
  did: "approve" | "reject" | "undo";
  outcomes: readonly ShownOutcome[];
  undo: UndoableBulk | null;
  backTo: string;
}

const DONE = {
  approve: "resultApproved",
  reject: "resultRejected",
  undo: "resultUndone",
} as const;

/** The result of each of several purchases. */
export function BulkResult({ did, outcomes, undo, backTo }: Props) {
  const { t } = useTranslation("bulk");
  const words = {
    label: t("result"),
    done: (done: readonly ShownOutcome[]) => {
      const sum = done.reduce((paise, { order }) => paise + (order?.finalAmountPaise ?? 0), 0);
      return t(DONE[did], { count: done.length, sum: formatRupees(sum) });
    },
    refused: (count: number) => t("resultRefused", { count }),
  };
  return (
    <>
      <Outcomes outcomes={outcomes} undo={undo} words={words}>
        {({ orderId, order, refusal }) => (
          <>
            <span className="min-w-0 grow">
              <strong className="mono">{order?.orderNumber ?? t("unknown")}</strong>{" "}
              {order?.userName}
              {refusal && <ErrorText inline>{refusal}</ErrorText>}
            </span>
            {refusal && order && (
              <Link className="link-out" to={orderPath(orderId)}>
                {t("singly")}
              </Link>
            )}
            {order && <StatusBadge status={order.status} />}
            {order && <MissingBadge paise={order.missingPaise} />}
            <span className="tabular">{order && formatRupees(order.finalAmountPaise)}</span>
          </>
        )}
      </Outcomes>
      <div>
        <Link to={backTo} className="button">
          {t("back")}
        </Link>
      </div>
    </>
  );
}
