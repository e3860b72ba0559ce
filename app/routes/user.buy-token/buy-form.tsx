import CircleAlert from "lucide-react/icons/circle-alert";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { formatShortRupees } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { isFormReply, typedIn } from "~/lib/forms/form-reply";
import { useIsLive } from "~/lib/orders/use-is-live";
import { QuotePanel } from "./quote-panel";
import type { QuoteWords } from "./quote-words";
import { amountText, quoteTyped } from "./typed-quote";

interface Props {
  terms: BuyingTerms;
  words: QuoteWords;
  /** Amounts to choose, in paise. */
  quick: readonly number[];
  asked: string;
  result: unknown;
  idempotencyKey: string;
}

/** The amount, its tokens, and BUY NOW. Without JavaScript the server computes the quote. */
export function BuyForm({ terms, words, quick, asked, result, idempotencyKey }: Props) {
  const { t } = useTranslation("buy");
  const refused = isFormReply(result) ? typedIn(result, "amount") : null;
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
  /** Follows a link to an amount, without the way to the server. */
  const choose = (event: MouseEvent, amountPaise: number, next?: string): void => {
    const input = section.current?.querySelector<HTMLInputElement>("input[name=amount]");
    if (!input) return;
    event.preventDefault();
    const amount = amountText(amountPaise);
    input.value = amount;
    setTyped(amount);
    // The field's message goes as with typing.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (next) section.current?.querySelector<HTMLElement>(next)?.focus();
  };
  const quoted = quoteTyped(typed, terms);
  const refusal = !terms.mayBuy
    ? words.UNVERIFIED_MAY_NOT_BUY
    : terms.pendingOrders >= terms.maxPendingOrders
      ? words.TOO_MANY_PENDING_ORDERS
      : terms.room.isFull && terms.room.limit
        ? words[terms.room.limit.code]
        : null;
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
        {refusal && (
          <p className="note note-warning">
            <CircleAlert size={20} aria-hidden />
            <span>{refusal}</span>
          </p>
        )}
        <AmountField
          name="amount"
          label={t("amount")}
          hint={t("amountHint")}
          defaultValue={asked}
          onChange={({ currentTarget: input }) => setTyped(input.value)}
        />
        {!refusal && quick.length > 0 && (
          <div
            role="group"
            aria-label={t("quick")}
            className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2 sm:grid-cols-4"
          >
            {quick.map((amountPaise) => (
              <a
                key={amountPaise}
                href={`?amount=${amountText(amountPaise)}`}
                className="button button-quiet button-small px-2! tabular"
                aria-current={typed === amountText(amountPaise) ? "true" : undefined}
                onClick={(event) => choose(event, amountPaise)}
              >
                {formatShortRupees(amountPaise)}
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
          feeBps={terms.feeBps}
          words={words}
          onExact={(event, amountPaise) => choose(event, amountPaise, "button[type=submit]")}
        />
        <SubmitButton
          // Disabled only if scripts can enable it again; without JavaScript the server validates.
          disabled={isRead && (quoted.state !== "quoted" || refusal !== null)}
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
