import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { SelectedOrder } from "@server/contracts/orders";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { needsSingleDecision } from "@server/domain/orders/submission";
import { Checkbox, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { FlagBadges } from "~/components/data/flag-badges";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/layout/dialog";
import { useSite } from "~/root";

interface Props {
  bulk: "approve" | "reject";
  /** Their current state. */
  selected: readonly SelectedOrder[];
  closeTo: string;
  result: unknown;
  /** Whether approving asks for confirmation of the money. */
  asksMoney: boolean;
  idempotencyKey: string;
}

/** Explains the effect of deciding on several purchases, and asks for confirmation. */
export function BulkDialog({ bulk, selected, closeTo, result, asksMoney, idempotencyKey }: Props) {
  const { t } = useTranslation("purchases");
  const { brand } = useSite();
  const isApproval = bulk === "approve";
  const pending = selected.filter(({ status }) => status === "PENDING");
  const waiting = pending.filter(({ flags }) => !isApproval || !needsSingleDecision(flags));
  const leftOut = pending.length - waiting.length;
  const flagged = waiting.filter(({ flags }) => flags.length > 0).length;
  const gone = selected.length - pending.length;
  const facts = {
    count: waiting.length,
    sum: formatRupees(waiting.reduce((paise, one) => paise + one.finalAmountPaise, 0)),
    quantity: formatQuantity(waiting.reduce((tokens, one) => tokens + one.totalQuantity, 0)),
    symbol: brand.symbol,
  };
  return (
    <AddressedDialog title={t(`bulk.${bulk}Title`)} closeTo={closeTo} isWide>
      {selected.length === 0 && <p>{t("bulk.nothing")}</p>}
      {gone > 0 && (
        <p className="note note-warning mb-4">
          <TriangleAlert size={20} aria-hidden />
          {t("bulk.decidedMeanwhile", { count: gone })}
        </p>
      )}
      {leftOut > 0 && (
        <p className="note note-warning mb-4">
          <TriangleAlert size={20} aria-hidden />
          {t("bulk.leftOut", { count: leftOut })}
        </p>
      )}
      {waiting.length > 0 && (
        <PostForm
          contract={isApproval ? "approveMany" : "rejectMany"}
          result={result}
          intent={isApproval ? "approveMany" : "rejectMany"}
          className="grid gap-4"
        >
          {waiting.map(({ id, version }) => (
            <Fragment key={id}>
              <input type="hidden" name="orderIds" value={id} />
              <input type="hidden" name={`versions.${id}`} value={version} />
            </Fragment>
          ))}
          <IdempotencyKey value={idempotencyKey} />
          <p className="font-semibold">
            {t(isApproval ? "bulk.explainApprove" : "bulk.explainReject", facts)}
          </p>
          {flagged > 0 && (
            <p className="note note-warning">
              <TriangleAlert size={20} aria-hidden />
              {t("bulk.flagged", { count: flagged })}
            </p>
          )}
          <SelectedList orders={waiting} />
          {isApproval && asksMoney && (
            <Checkbox name="moneyConfirmed" label={t("bulk.question")} data-focus-first="" />
          )}
          {!isApproval && (
            <>
              <TextArea
                name="reason"
                label={t("reason")}
                hint={t("reasonHint")}
                data-focus-first=""
              />
              <TextArea name="refundNote" label={t("refundNote")} hint={t("refundHint")} />
            </>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Link to={closeTo} replace preventScrollReset className="button button-quiet">
              {t("common:cancel")}
            </Link>
            <SubmitButton
              tone={isApproval ? "main" : "danger"}
              data-focus-first={isApproval && !asksMoney ? "" : undefined}
            >
              {t(isApproval ? "bulk.confirmApprove" : "bulk.confirmReject", facts)}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </AddressedDialog>
  );
}

/** Each purchase with the details to match with the account: reference and amount. */
function SelectedList({ orders }: { orders: readonly SelectedOrder[] }) {
  const { t } = useTranslation("purchases");
  return (
    <div className="picked" role="region" tabIndex={0} aria-label={t("bulk.list")}>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <strong className="mono">{order.orderNumber}</strong> {order.user.name}
              <span className="hint block">
                {order.paymentMethod} {order.referenceNumber ?? "--"}
              </span>
            </span>
            <span className="badges justify-end">
              <FlagBadges flags={order.flags} />
            </span>
            <span className="tabular">{formatRupees(order.finalAmountPaise)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
