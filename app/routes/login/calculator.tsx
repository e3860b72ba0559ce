import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { calculate, type Terms, type Wish, wishIn } from "./calculate";

interface Props {
  terms: Terms;
  /** The question in the address; without one, a usual sum. */
  asked: Wish;
  referralCode: string;
}

/** Rupees to tokens, or tokens to rupees: while the visitor types, or as a form that the server answers. */
export function Calculator({ terms, asked, referralCode }: Props) {
  const { symbol } = useSite().brand;
  const { t } = useTranslation("people", { keyPrefix: "calculator" });
  const form = useRef<HTMLFormElement>(null);
  const [wish, setWish] = useState(asked);
  // A slow phone may hold another sum before the script has loaded.
  const read = () => form.current && setWish(wishIn(new FormData(form.current)));
  useEffect(() => void read(), []);
  const answer = calculate(wish, terms);
  const isRefused = answer.state !== "quoted";
  return (
    <section id="calculator" className="card grid gap-4 p-5">
      <h2>{t("title")}</h2>
      <form
        ref={form}
        method="get"
        action={`${paths.home}#calculator`}
        onChange={read}
        onSubmit={(event: FormEvent) => event.preventDefault()}
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
            defaultValue={asked.sum}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? "sum-error" : undefined}
          />
        </div>
        <div className="field">
          <label htmlFor="unit">{t("unit")}</label>
          <select className="input" id="unit" name="unit" defaultValue={asked.unit}>
            <option value="rupees">{t("rupees")}</option>
            <option value="tokens">{symbol}</option>
          </select>
        </div>
        <noscript>
          {/* Without a type: the page's first submit button is the login's. */}
          <button className="button button-quiet">{t("work")}</button>
        </noscript>
      </form>
      <div aria-live="polite">
        {answer.state === "quoted" ? (
          <dl className="figures grid-cols-2! sm:grid-cols-3!">
            <div>
              <dt>{t("tokens")}</dt>
              <dd>
                {formatQuantity(answer.quantity)} {symbol}
              </dd>
            </div>
            <div>
              <dt>{t("fee", { percent: formatPercent(terms.feeBps) })}</dt>
              <dd>{formatRupees(answer.feePaise)}</dd>
            </div>
            <div>
              <dt>{t("total")}</dt>
              <dd>{formatRupees(answer.totalPaise)}</dd>
            </div>
          </dl>
        ) : (
          <p className="error" id="sum-error">
            {answer.state === "refused"
              ? t("refused")
              : t("tooMany", { left: formatQuantity(terms.left), symbol })}
          </p>
        )}
      </div>
    </section>
  );
}
