import { useTranslation } from "react-i18next";
import type { PaymentMethod } from "@db/vocabulary";

/** Names a payment method for staff; null without one. */
export function useMethodName() {
  const { t } = useTranslation("order-list");
  return <Method extends PaymentMethod | null>(method: Method) =>
    (method && t(`methodNames.${method}`)) as Method extends null ? string | null : string;
}
