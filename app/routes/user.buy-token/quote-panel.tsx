import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useTokens } from "~/lib/use-site";
import { rewardFor } from "@server/ledger/rules/reward";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { useIsLive } from "~/lib/orders/use-is-live";
import { IdentityNext, isRaisedByIdentity } from "./identity-link";
import type { QuoteWords, TypedQuote } from "./typed-quote";

/** Shows the tokens, fee and total of the typed amount, or why it is refused, above the button. */
export function QuotePanel({
  quoted,
  isSaid,
  terms,
  words,
  amount,
  children,
}: {
  quoted: TypedQuote;
  /** The server has just shown the refusal beside the field. */
  isSaid: boolean;
  terms: BuyingTerms;
  words: QuoteWords;
  /** The typed amount, in rupees. */
  amount: string;
  children: ReactNode;
}) {
  const tokens = useTokens();
  const { t } = useTranslation("buy");
  const isLive = useIsLive();
  const isRaised = quoted.state === "refused" && isRaisedByIdentity(quoted.code);
  const { moment } = useDates();
  const { feeBps, bonus, priceMicroRupees } = terms;
  const whole =
    quoted.state === "quoted"
      ? quoted
      : quoted.state === "refused" && isRaised
        ? quoted.whole
        : null;
  const quote = whole?.quote;
  const next = isRaised && <IdentityNext terms={terms} amount={amount} />;
  const bought = quote?.quantity ?? 0;
  const extra = bonus ? Math.min(rewardFor(bought, bonus.bps), bonus.left ?? Infinity) : 0;
  return (
    <div className="panel lead">
      <div className="grid w-full gap-2" aria-live="polite">
        <h2 className="hint">{t("summary")}</h2>
        <p className="display-figure">{tokens(bought + extra)}</p>
        {quoted.state === "refused" && !isSaid && (
          <p className="font-semibold" id="quote-refused">
            {words[quoted.code]}
          </p>
        )}
        {terms.isIdentitySent && next}
        <dl className="facts tabular">
          {bonus && (
            <FactRow
              name={t("bonus", {
                percent: formatPercent(bonus.bps),
                until: moment(bonus.endsAt),
              })}
            >
              {tokens(extra)}
            </FactRow>
          )}
          {whole && (
            <FactRow name={`${formatQuantity(bought)} × ${formatPrice(priceMicroRupees ?? 0)}`}>
              {formatRupees(whole.amountPaise)}
            </FactRow>
          )}
          <FactRow name={`${t("fee")} (${formatPercent(feeBps)})`}>
            {formatRupees(quote?.feePaise ?? 0)}
          </FactRow>
          <FactRow name={t("total")}>{formatRupees(quote?.totalPaise ?? 0)}</FactRow>
        </dl>
        {bonus?.left === 0 && <p>{t("bonusGone")}</p>}
      </div>
      {!terms.isIdentitySent && next}
      {!(isRaised && isLive) && children}
    </div>
  );
}
