import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PriceLine } from "@server/companies/contracts/prices";
import { formatDateTime, parseDateTimeField } from "@server/platform/rules/dates/dates";
import { formatPrice } from "@server/platform/rules/money/format";
import { parsePriceToMicroRupees, plainAmount } from "@server/platform/rules/money/units";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/dialog/dialog";
import { isFormReply, typedIn } from "~/lib/forms/form-reply";

const CLOSED = "?";

/** Shows the effect of a price before it is set; a refused value can be corrected here. */
export function SetPriceDialog({ now, result }: { now: number | null; result: unknown }) {
  const { t } = useTranslation("settings");
  const [params] = useSearchParams();
  const reply = isFormReply(result) ? result : null;
  const asked = (name: string) => typedIn(reply, name) ?? params.get(name) ?? "";
  const price = asked("price");
  const startsAt = asked("startsAt");
  const next = parsePriceToMicroRupees(plainAmount(price));
  const start = parseDateTimeField(startsAt);
  return (
    <AddressedDialog title={t("price.confirmTitle")} closeTo={CLOSED}>
      {next !== null && next > 0 && (
        <div className="note mb-4">
          <div>
            <p>
              {start
                ? t("price.later", { price: formatPrice(next), start: formatDateTime(start) })
                : t("price.atOnce", { price: formatPrice(next) })}
            </p>
            {now !== null && (
              <p>{t("price.than", { change: percentOf(next, now), before: formatPrice(now) })}</p>
            )}
          </div>
        </div>
      )}
      <p className="mb-4">{t("price.keeps")}</p>
      <PostForm contract="price" result={result} intent="set-price" className="grid gap-4">
        <AmountField name="price" label={t("price.new")} defaultValue={price} />
        <Field
          name="startsAt"
          type="datetime-local"
          label={t("price.startsAt")}
          hint={t("price.startsAtHint")}
          defaultValue={startsAt}
        />
        <Decide confirm={t("common:confirm")} />
      </PostForm>
    </AddressedDialog>
  );
}

/** The change from one price to another in percent, with at most two decimals. */
const percentOf = (next: number, now: number): string =>
  `${Number(((next / now) * 100).toFixed(2))}%`;

export function CancelPriceDialog({ line, result }: { line: PriceLine; result: unknown }) {
  const { t } = useTranslation("settings");
  return (
    <AddressedDialog title={t("price.cancelTitle")} closeTo={CLOSED}>
      <p className="mb-4">
        {t("price.cancelText", {
          price: formatPrice(line.priceMicroRupees),
          start: formatDateTime(new Date(line.startsAt)),
        })}
      </p>
      <ButtonForm result={result} intent="cancel-price">
        <input type="hidden" name="id" value={line.id ?? ""} />
        <Decide confirm={t("common:confirm")} />
      </ButtonForm>
    </AddressedDialog>
  );
}

function Decide({ confirm }: { confirm: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Link to={CLOSED} replace preventScrollReset className="button button-quiet">
        {t("cancel")}
      </Link>
      <SubmitButton>{confirm}</SubmitButton>
    </div>
  );
}
