import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";
import { CANCEL_ORDER } from "./methods/pay-form";
import { usePayable } from "./methods/use-payable";

const WIDE = "min-w-[min(10rem,100%)] flex-1";

/** Asks before an order is cancelled: its tokens go to others, and money may be on its way. */
export function CancelDialog() {
  const { t } = useTranslation(["payment", "paying"]);
  const [params] = useSearchParams();
  const { order } = usePayable();
  const closeTo = searchWith(params, { cancel: null });
  return (
    <AddressedDialog
      title={t("paying:cancelling.title", { orderNumber: order.orderNumber })}
      closeTo={closeTo}
      openerId={CANCEL_ORDER}
    >
      <p className="mb-4">{t("paying:cancelling.text")}</p>
      <ButtonForm intent="cancel" className="flex flex-wrap gap-3">
        <input type="hidden" name="purchaseId" value={order.orderNumber} />
        <IdempotencyKey />
        <SubmitButton tone="danger" pending={t("paying")} className={WIDE}>
          {t("paying:cancelling.confirm")}
        </SubmitButton>
        <Link className={`button button-quiet ${WIDE}`} to={closeTo} replace preventScrollReset>
          {t("paying:cancelling.keep")}
        </Link>
      </ButtonForm>
    </AddressedDialog>
  );
}
