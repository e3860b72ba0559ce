import { useTranslation } from "react-i18next";
import { formatPercent, formatPrice, formatQuantity } from "@server/platform/rules/money/format";

interface Props {
  quoted: { priceMicroRupees: number; feeBps: number; quantity: number };
  present: { priceMicroRupees: number | null; feeBps: number; quantity: number };
}

/** The terms of an order whose quote had ended, and those at its payment, with what each buys. */
export function TermsComparison({ quoted, present }: Props) {
  const { t } = useTranslation("purchases");
  const facts = (terms: Props["quoted"]) => ({
    price: formatPrice(terms.priceMicroRupees),
    fee: formatPercent(terms.feeBps),
    count: terms.quantity,
    quantity: formatQuantity(terms.quantity),
  });
  const { priceMicroRupees } = present;
  return (
    <>
      <p>{t("prices.ordered", facts(quoted))}</p>
      <p>
        {priceMicroRupees === null
          ? t("prices.none")
          : t("prices.present", facts({ ...present, priceMicroRupees }))}
      </p>
    </>
  );
}
