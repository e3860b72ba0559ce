import CircleAlert from "lucide-react/icons/circle-alert";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CurrentPrice } from "@server/contracts/prices";
import { formatPercent, formatQuantity, formatRupees } from "@server/domain/money/format";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { isFormReply, typedIn } from "~/lib/form-reply";
import { useIsLive } from "~/lib/use-is-live";
import { useSite } from "~/root";
import type { QuoteWords } from "./quote-words";
import { amountOnly, quoteOf, type TypedQuote } from "./typed-quote";

interface Props {
  price: CurrentPrice;
  words: QuoteWords;
  asked: string;
  result: unknown;
  idempotencyKey: string;
}

/** The amount, its tokens, and BUY NOW. Without JavaScript the server computes the quote. */
export function BuyForm({ price, words, asked, result, idempotencyKey }: Props) {
  const { t } = useTranslation("buy");
  const refused = isFormReply(result) ? typedIn(result, "amount") : null;
  const [typed, setTyped] = useState(refused ?? asked);
  const isLive = useIsLive();
  const section = useRef<HTMLElement>(null);
  // On a slow phone an amount is often typed before the script has loaded.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const input = section.current?.querySelector<HTMLInputElement>("input[name=amount]");
      if (input) setTyped(amountOnly(input.value));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const quoted = quoteOf(typed, price);
  return (
    <section className="card p-5" ref={section}>
      <PostForm
        contract="order"
        noValidate
        result={result}
        unanswered={t("unanswered")}
        className="grid gap-4"
      >
        <IdempotencyKey value={idempotencyKey} />
        <Field
          name="amount"
          label={t("amount")}
          hint={t("amountHint")}
          defaultValue={asked}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          onChange={({ currentTarget: input }) => {
            const tidy = amountOnly(input.value);
            if (tidy !== input.value) input.value = tidy;
            setTyped(tidy);
          }}
        />
        <noscript>
          <button type="submit" formMethod="get" className="button button-quiet">
            {t("workOut")}
          </button>
        </noscript>
        <QuotePanel
          // A message that the server has just shown beside the field is not repeated.
          quoted={typed === refused && quoted.state === "refused" ? { state: "empty" } : quoted}
          price={price}
          words={words}
        />
        <SubmitButton
          // Disabled only if scripts can enable it again; without JavaScript the server validates.
          disabled={isLive && quoted.state !== "quoted"}
          pending={t("pending")}
        >
          {t("submit")}
        </SubmitButton>
        <p className="hint">{t("afterwards")}</p>
        <p className="hint">{t("finalSale")}</p>
      </PostForm>
    </section>
  );
}

function QuotePanel({
  quoted,
  price,
  words,
}: {
  quoted: TypedQuote;
  price: CurrentPrice;
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
        <div>
          <dt>
            {t("fee")} ({formatPercent(price.feeBps)})
          </dt>
          <dd>{formatRupees(quote?.feePaise ?? 0)}</dd>
        </div>
        <div>
          <dt>{t("total")}</dt>
          <dd className="text-lg">{formatRupees(quote?.totalPaise ?? 0)}</dd>
        </div>
      </dl>
      {quoted.state === "refused" && (
        <p className="error">
          <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
          {words[quoted.code]}
        </p>
      )}
      {quoted.state === "quoted" && quoted.quote.remainderPaise > 0 && (
        <p className="hint">
          {t("remainder", {
            amount: formatRupees(quoted.quote.remainderPaise),
            exact: formatRupees(quoted.amountPaise - quoted.quote.remainderPaise),
          })}
        </p>
      )}
    </div>
  );
}
