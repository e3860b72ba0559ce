import { useTranslation } from "react-i18next";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ErrorText } from "~/components/form/error-text";
import { FactRow } from "~/components/data/fact-list";
import { useSite } from "~/lib/use-site";
import type { QuoteWords } from "./quote-words";
import type { TypedQuote } from "./typed-quote";

/** Shows the tokens, fee and total of the typed amount, or why it is refused. */
export function QuotePanel({
  quoted,
  feeBps,
  words,
}: {
  quoted: TypedQuote;
  feeBps: number;
  words: QuoteWords;
}) {
  const { brand } = useSite();
  const { t } = useTranslation("buy");
  const quote = quoted.state === "quoted" ? quoted.quote : null;
  return (
    <div className="grid gap-3 rounded-(--radius-card) bg-sunken p-4" aria-live="polite">
      <h2 className="sr-only">{t("summary")}</h2>
      <dl className="facts tabular">
        <div>
          <dt>{t("tokens")}</dt>
          <dd className="text-lg">
            {formatQuantity(quote?.quantity ?? 0)} {brand.symbol}
          </dd>
        </div>
        <FactRow name={`${t("fee")} (${formatPercent(feeBps)})`}>
          {formatRupees(quote?.feePaise ?? 0)}
        </FactRow>
        <div>
          <dt>{t("total")}</dt>
          <dd className="text-lg">{formatRupees(quote?.totalPaise ?? 0)}</dd>
        </div>
      </dl>
      {quoted.state === "refused" && <ErrorText>{words[quoted.code]}</ErrorText>}
      {quoted.state === "quoted" && quoted.isRounded && (
        <p className="hint">
          {t("rounded", {
            amount: formatRupees(quoted.amountPaise),
            count: quoted.quote.quantity,
            tokens: formatQuantity(quoted.quote.quantity),
          })}
        </p>
      )}
    </div>
  );
}
