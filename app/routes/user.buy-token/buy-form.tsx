import { useReply } from "~/components/form/form-frame";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { formatShortRupees } from "@server/platform/rules/money/format";
import { plainAmount } from "@server/platform/rules/money/units";
import type { QuickAmount } from "@server/platform/rules/money/quick-amounts";
import { AmountField } from "~/components/form/amount-field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { typedIn } from "~/lib/forms/form-reply";
import { useIsLive } from "~/lib/orders/use-is-live";
import { IdentityNext, isRaisedByIdentity } from "./identity-link";
import { QuotePanel } from "./quote-panel";
import type { QuoteWords, TypedQuote } from "./typed-quote";
import { amountOfTokens, amountText, groupedAmount, quoteTyped } from "./typed-quote";

interface Props {
  terms: BuyingTerms;
  words: QuoteWords;
  quick: readonly QuickAmount[];
  asked: string;
}

/** The amount, its tokens, and BUY NOW. Without JavaScript the server computes the quote. */
export function BuyForm({ terms, words, quick, asked }: Props) {
  const { t } = useTranslation("buy");
  const reply = useReply();
  const refused = typedIn(reply, "amount");
  const [typed, setTyped] = useState(refused ?? asked);
  const fields = useRef<HTMLDivElement>(null);
  // On a slow phone an amount is often typed before the script has loaded. Until it is read, the
  // button stays enabled: a tap on a disabled one would be lost.
  const [isRead, setRead] = useState(useIsLive());
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const input = fields.current?.querySelector<HTMLInputElement>("input[name=amount]");
      if (input) setTyped(input.value);
      setRead(true);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  // A text that is no number of tokens is refused, and not read as an empty amount.
  const [isWrongTokens, setWrongTokens] = useState(false);
  const quoted: TypedQuote = isWrongTokens
    ? { state: "refused", code: "AMOUNT_INVALID" }
    : quoteTyped(typed, terms);
  const read = (amount: string): void => {
    setTyped(amount);
    setWrongTokens(false);
  };
  const tokens = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = tokens.current;
    if (!isRead || !field || field === document.activeElement) return;
    const whole = quoted.state === "refused" ? quoted.whole : quoted.state === "quoted" && quoted;
    field.value = whole ? String(whole.quote.quantity) : "";
  });
  const setAmount = (amount: string): void => {
    const input = fields.current?.querySelector<HTMLInputElement>("input[name=amount]");
    if (!input) return;
    input.value = groupedAmount(amount);
    read(amount);
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
  const refusedCode = refusal && terms.room.isFull ? (terms.room.limit?.code ?? null) : null;
  return (
    <PostForm contract="order" noValidate unanswered={t("lost")}>
      <IdempotencyKey />
      {refusal && (
        <div className="note note-warning">
          <CircleAlert />
          <div className="grid gap-2">
            <p>{refusal}</p>
            {isRaisedByIdentity(refusedCode) && <IdentityNext terms={terms} amount="" />}
          </div>
        </div>
      )}
      <div
        ref={fields}
        className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-end gap-3 [&_.input]:min-h-14 [&_.input]:text-xl [&_.input]:font-bold"
      >
        <AmountField
          name="amount"
          label={t("amount")}
          defaultValue={groupedAmount(asked)}
          onChange={({ currentTarget: input }) => read(input.value)}
          onBlur={({ currentTarget: input }) => {
            input.value = groupedAmount(input.value);
          }}
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
            onChange={({ currentTarget: input }) => {
              const amount = amountOfTokens(input.value, terms.priceMicroRupees);
              setAmount(amount ?? "");
              setWrongTokens(amount === null && input.value.trim() !== "");
            }}
          />
        </div>
      </div>
      {!refusal && quick.length > 0 && (
        <div
          role="group"
          aria-label={t("quick")}
          className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2"
        >
          {quick.map(({ amountPaise }) => (
            <a
              key={amountPaise}
              href={`?amount=${amountText(amountPaise)}`}
              className="button button-quiet button-small px-1! tabular"
              aria-current={plainAmount(typed) === amountText(amountPaise) ? "true" : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault();
                setAmount(amountText(amountPaise));
              }}
            >
              {formatShortRupees(amountPaise)}
            </a>
          ))}
        </div>
      )}
      <noscript>
        <button type="submit" formMethod="get" className="button button-quiet w-full">
          {t("workOut")}
        </button>
      </noscript>
      <QuotePanel
        quoted={quoted}
        isSaid={typed === refused}
        amount={plainAmount(typed)}
        terms={terms}
        words={words}
      >
        <SubmitButton
          // Disabled only if scripts can enable it again; without JavaScript the server validates.
          disabled={isRead && (quoted.state !== "quoted" || refusal !== null)}
          pending={t("pending")}
          className="w-full"
        >
          {t("submit")}
        </SubmitButton>
      </QuotePanel>
    </PostForm>
  );
}
