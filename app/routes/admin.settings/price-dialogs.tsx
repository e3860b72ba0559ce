import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PriceLine } from "@server/contracts/prices";
import { formatDateTime, parseDateTimeField } from "@server/domain/dates/india";
import { formatPrice } from "@server/domain/money/format";
import { parsePriceToMicroRupees } from "@server/domain/money/units";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog } from "~/components/layout/dialog";
import { isFormReply } from "~/lib/form-reply";

const CLOSED = "?";

/** Says what a price will do before it does it; what is refused can be put right here. */
export function SetPriceDialog({ now, result }: { now: number | null; result: unknown }) {
  const { t } = useTranslation("settings");
  const [params] = useSearchParams();
  const typed = isFormReply(result) ? result.values : {};
  const price = typed["price"] ?? params.get("price") ?? "";
  const startsAt = typed["startsAt"] ?? params.get("startsAt") ?? "";
  const next = parsePriceToMicroRupees(price.replaceAll(",", "").trim());
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
      <PostForm result={result} intent="set-price" className="grid gap-4">
        <Field
          name="price"
          label={t("price.new")}
          defaultValue={price}
          inputMode="decimal"
          autoComplete="off"
          required
        />
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

/** A price of another in percent, two decimals at most. */
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
      <PostForm result={result} intent="cancel-price">
        <input type="hidden" name="id" value={line.id ?? ""} />
        <Decide confirm={t("common:confirm")} />
      </PostForm>
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
