import { useTranslation } from "react-i18next";
import { formatPercent, formatPrice, formatQuantity } from "@server/domain/money/format";
import { tryQuote } from "@server/domain/money/quote";

interface Props {
  amountPaise: number;
  quoted: { priceMicroRupees: number; feeBps: number };
  present: { priceMicroRupees: number | null; feeBps: number };
}

/** The terms of an order whose quote had ended, and those at its payment, with what each buys. */
export function BothPrices({ amountPaise, quoted, present }: Props) {
  const { t } = useTranslation("purchases");
  const facts = (terms: Props["quoted"]) => {
    const priced = tryQuote({ amountPaise, ...terms });
    return {
      price: formatPrice(terms.priceMicroRupees),
      fee: formatPercent(terms.feeBps),
      quantity: formatQuantity(priced.ok ? priced.quote.quantity : 0),
    };
  };
  const { priceMicroRupees, feeBps } = present;
  return (
    <>
      <p>{t("prices.ordered", facts(quoted))}</p>
      <p>
        {priceMicroRupees === null
          ? t("prices.none")
          : t("prices.present", facts({ priceMicroRupees, feeBps }))}
      </p>
    </>
  );
}
