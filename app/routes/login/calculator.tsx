import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
  formatShortRupees,
} from "@server/platform/rules/money/format";
import { ErrorText } from "~/components/form/error-text";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { groupedAmount } from "~/routes/user.buy-token/typed-quote";
import { calculate, type Terms, type Wish, wishIn } from "./calculate";

export interface Calculated {
  terms: Terms;
  /** The question in the address; without one, a usual sum. */
  asked: Wish;
  /** Paise of purchases above which a member shows who they are; null for no such limit. */
  askedAbovePaise: number | null;
}

/** The id of the calculator's form, whose sum the button below it takes along. */
export const CALCULATOR = "calculator-form";

/** Rupees to tokens, or tokens to rupees: while the visitor types, or as a form that the server answers. */
export function Calculator({
  terms,
  asked,
  askedAbovePaise,
  referralCode,
}: Calculated & {
  referralCode: string;
}) {
  const {
    brand: { symbol },
    companyName,
  } = useSite();
  const { t } = useTranslation("people", { keyPrefix: "calculator" });
  const form = useRef<HTMLFormElement>(null);
  const [wish, setWish] = useState(asked);
  // A slow phone may hold another sum before the script has loaded.
  const read = () => form.current && setWish(wishIn(new FormData(form.current)));
  useEffect(() => void read(), []);
  const answer = calculate(wish, terms);
  const isRefused = answer.state !== "quoted";
  return (
    <div id="calculator" className="grid w-full gap-3">
      <form
        ref={form}
        id={CALCULATOR}
        method="get"
        action={`${paths.home}#calculator`}
        onChange={read}
        className="grid grid-cols-[1fr_auto] items-end gap-3"
      >
        {referralCode !== "" && <input type="hidden" name="ref" value={referralCode} />}
        <div className="field">
          <label htmlFor="sum">{t("sum")}</label>
          <input
            className="input"
            id="sum"
            name="sum"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={groupedAmount(asked.sum)}
            onBlur={({ currentTarget: input }) => {
              input.value = groupedAmount(input.value);
            }}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? "sum-error" : undefined}
          />
        </div>
        <select className="input" name="unit" aria-label={t("unit")} defaultValue={asked.unit}>
          <option value="rupees">{t("rupees")}</option>
          <option value="tokens">{symbol}</option>
        </select>
        <noscript>
          {/* Without a type: the page's first submit button is the login's. */}
          <button className="button button-quiet">{t("work")}</button>
        </noscript>
      </form>
      <div aria-live="polite" className="grid gap-2">
        {answer.state === "quoted" ? (
          <>
            <p className="display-figure">
              {formatQuantity(answer.quantity + answer.bonusTokens)} {symbol}
            </p>
            <p>
              {answer.bonusTokens > 0 &&
                `${t("bonus", { bonus: formatQuantity(answer.bonusTokens), symbol })} `}
              {t(terms.feeBps > 0 ? "costs" : "costsNoFee", {
                price: formatPrice(terms.priceMicroRupees ?? 0),
                symbol,
                total: formatRupees(answer.totalPaise),
                percent: formatPercent(terms.feeBps),
              })}
            </p>
            {askedAbovePaise !== null && answer.totalPaise - answer.feePaise > askedAbovePaise && (
              <p className="font-semibold">
                {t("identity", { company: companyName, sum: formatShortRupees(askedAbovePaise) })}
              </p>
            )}
          </>
        ) : (
          <ErrorText id="sum-error">
            {answer.state === "refused"
              ? t("refused")
              : t("tooMany", { left: formatQuantity(terms.left), symbol })}
          </ErrorText>
        )}
      </div>
    </div>
  );
}
