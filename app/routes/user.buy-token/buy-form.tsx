import { useReply } from "~/components/form/form-frame";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
  formatShortRupees,
} from "@server/platform/rules/money/format";
import { rewardFor } from "@server/ledger/rules/reward";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import type { QuickAmount } from "@server/platform/rules/money/quick-amounts";
import { AmountField } from "~/components/form/amount-field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { typedIn } from "~/lib/forms/form-reply";
import { useIsLive } from "~/lib/orders/use-is-live";
import type { QuoteWords, TypedQuote } from "./typed-quote";
import { amountOfTokens, amountText, quoteTyped } from "./typed-quote";
import { ErrorText } from "~/components/form/error-text";
import { FactRow } from "~/components/data/fact-list";
import { useSite } from "~/lib/use-site";

interface Props {
  terms: BuyingTerms;
  words: QuoteWords;
  quick: readonly QuickAmount[];
  asked: string;
  /** Another amount replaces the open order. */
  hasOpen: boolean;
}

/** The amount, its tokens, and BUY NOW. Without JavaScript the server computes the quote. */
export function BuyForm({ terms, words, quick, asked, hasOpen }: Props) {
  const { t } = useTranslation("buy");
  const refused = typedIn(useReply(), "amount");
  const [typed, setTyped] = useState(refused ?? asked);
  const section = useRef<HTMLElement>(null);
  // On a slow phone an amount is often typed before the script has loaded. Until it is read, the
  // button stays enabled: a tap on a disabled one would be lost.
  const [isRead, setRead] = useState(useIsLive());
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const input = section.current?.querySelector<HTMLInputElement>("input[name=amount]");
      if (input) setTyped(input.value);
      setRead(true);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const quoted = quoteTyped(typed, terms);
  const tokens = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = tokens.current;
    if (!isRead || !field || field === document.activeElement) return;
    field.value = quoted.state === "quoted" ? String(quoted.quote.quantity) : "";
  });
  const setAmount = (amount: string): void => {
    const input = section.current?.querySelector<HTMLInputElement>("input[name=amount]");
    if (!input) return;
    input.value = amount;
    setTyped(amount);
    // The field's message goes as with typing.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const refusal = !terms.mayBuy
    ? words.UNVERIFIED_MAY_NOT_BUY
    : terms.pendingOrders >= terms.maxPendingOrders
      ? words.TOO_MANY_PENDING_ORDERS
      : terms.room.isFull && terms.room.limit
        ? words[terms.room.limit.code]
        : null;
  return (
    <section className="card p-5" ref={section}>
      <PostForm contract="order" noValidate unanswered={t("lost")} className="grid gap-4">
        <IdempotencyKey />
        {refusal && (
          <p className="note note-warning">
            <CircleAlert />
            <span>{refusal}</span>
          </p>
        )}
        <div className="grid grid-cols-2 items-start gap-3">
          <AmountField
            name="amount"
            label={t("amount")}
            defaultValue={asked}
            onChange={({ currentTarget: input }) => setTyped(input.value)}
          />
          <div className="field">
            <label htmlFor="tokens">{t("orTokens")}</label>
            <input
              id="tokens"
              ref={tokens}
              className="input"
              // The two agree once scripts run; without them this field wins where it is filled in.
              name={isRead ? undefined : "tokens"}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ currentTarget: input }) =>
                setAmount(amountOfTokens(input.value, terms.priceMicroRupees) ?? "")
              }
            />
          </div>
        </div>
        <p className="hint">
          {t("amountHint", { price: formatPrice(terms.priceMicroRupees ?? 0) })}
          {terms.leastPaise > 0 && `. ${t("least", { least: formatRupees(terms.leastPaise) })}`}
        </p>
        {!refusal && quick.length > 0 && (
          <div
            role="group"
            aria-label={t("quick")}
            className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2 sm:grid-cols-4"
          >
            {quick.map(({ amountPaise, quantity }) => (
              <a
                key={amountPaise}
                href={`?amount=${amountText(amountPaise)}`}
                className="button button-quiet button-small flex-col gap-0! px-2! tabular"
                aria-current={typed === amountText(amountPaise) ? "true" : undefined}
                onClick={(event: MouseEvent) => {
                  event.preventDefault();
                  setAmount(amountText(amountPaise));
                }}
              >
                {formatShortRupees(amountPaise)}{" "}
                <span className="hint">
                  {t("buys", { count: quantity, tokens: formatQuantity(quantity) })}
                </span>
              </a>
            ))}
          </div>
        )}
        <noscript>
          <button type="submit" formMethod="get" className="button button-quiet">
            {t("workOut")}
          </button>
        </noscript>
        <QuotePanel
          // A message that the server has just shown beside the field is not repeated.
          quoted={typed === refused && quoted.state === "refused" ? { state: "empty" } : quoted}
          terms={terms}
          words={words}
        />
        <SubmitButton
          // Disabled only if scripts can enable it again; without JavaScript the server validates.
          disabled={isRead && (quoted.state !== "quoted" || refusal !== null)}
          pending={t("pending")}
        >
          {t("submit")}
        </SubmitButton>
        <p className="hint">
          {t("afterwards")} {hasOpen && t("replaces")}
        </p>
        <p className="hint">{t("finalSale")}</p>
      </PostForm>
    </section>
  );
}

/** Shows the tokens, fee and total of the typed amount, or why it is refused. */
function QuotePanel({
  quoted,
  terms: { feeBps, bonus },
  words,
}: {
  quoted: TypedQuote;
  terms: BuyingTerms;
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
        {bonus && (
          <FactRow
            name={t("bonus", {
              percent: formatPercent(bonus.bps),
              until: formatDateTime(new Date(bonus.endsAt)),
            })}
          >
            {formatQuantity(
              Math.min(rewardFor(quote?.quantity ?? 0, bonus.bps), bonus.left ?? Infinity),
            )}{" "}
            {brand.symbol}
          </FactRow>
        )}
        <FactRow name={`${t("fee")} (${formatPercent(feeBps)})`}>
          {formatRupees(quote?.feePaise ?? 0)}
        </FactRow>
        <div>
          <dt>{t("total")}</dt>
          <dd className="text-lg">{formatRupees(quote?.totalPaise ?? 0)}</dd>
        </div>
      </dl>
      {bonus?.left === 0 ? (
        <p className="note">{t("bonusGone")}</p>
      ) : (
        bonus?.left && (
          <p className="hint">
            {t("bonusLeft", { left: formatQuantity(bonus.left), symbol: brand.symbol })}
          </p>
        )
      )}
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
