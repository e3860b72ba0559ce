import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Receipt } from "@server/orders/contracts/orders";
import { rupeesText } from "@server/platform/rules/money/format";
import { RiskNotice } from "~/components/brand/risk-notice";
import { AddressedDialog } from "~/components/dialog/dialog";
import { ReceiptDetails } from "~/components/order/receipt-details";
import { searchWith } from "~/lib/lists/list-query";
import { ownOrderPath, paymentPath } from "~/lib/paths";

/** The receipt of a payment with its proof; its URL is the page's with `?receipt=`. */
export function ReceiptDialog({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(["history", "historyPage"]);
  const [params] = useSearchParams();
  const { transaction: paid, company } = receipt;
  return (
    <AddressedDialog
      title={t("historyPage:modal.title")}
      closeTo={searchWith(params, { receipt: null })}
    >
      <div className="grid gap-5">
        <p>
          <Link className="link-out" to={ownOrderPath(paid.orderNumber)}>
            {t("historyPage:modal.follow")}
          </Link>
        </p>
        <ReceiptDetails receipt={receipt} />
        {paid.status === "REJECTED" && (
          <Link className="button" to={paymentPath(paid.orderNumber, rupeesText(paid.amountPaise))}>
            {t("submitAgain")}
          </Link>
        )}
        <p className="hint break-words">{t("historyPage:modal.by", company)}</p>
        <RiskNotice />
      </div>
    </AddressedDialog>
  );
}
