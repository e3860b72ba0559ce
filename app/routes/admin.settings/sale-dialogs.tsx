import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import type { PriceLine, TermChange } from "@server/companies/contracts/prices";
import { parseDateTimeField } from "@server/platform/rules/dates/dates";
import { formatPercent, formatPrice } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";

const CLOSED = "?tab=sale";

/** Shows what would change, and when, before it is made. Closing it keeps the input in the form. */
export function ReviewDialog({
  changes,
  settings,
}: {
  changes: readonly TermChange[];
  settings: CompanySettingsView;
}) {
  const { t } = useTranslation("settings");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { review: null });
  const dates = useDates();
  const start = parseDateTimeField(params.get("startsAt") ?? "");
  const waits = changes.some((change) => change.waits);
  const price = changes.find(({ name }) => name === "priceMicroRupees");
  return (
    <AddressedDialog title={t("terms.confirmTitle")} closeTo={closeTo}>
      <dl className="facts mb-4">
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{t(`terms.names.${name}`)}</dt>
            <dd>
              {valueOf(name, before, dates.full) ?? t("terms.unset")} →{" "}
              <strong>{valueOf(name, after, dates.full)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2">
        {price && typeof price.before === "number" && typeof price.after === "number" && (
          <p>{t("price.than", { change: percentOf(price.after, price.before) })}</p>
        )}
        {start && <p>{t("terms.from", { start: dates.full(start.toISOString()) })}</p>}
        {price && !start && <p>{t("price.atOnce")}</p>}
        {price?.before === null && changes.length === 1 && (
          <p>
            {t("price.others", {
              fee: formatPercent(settings.feeBps),
              reward: formatPercent(settings.referralRewardBps),
            })}
          </p>
        )}
        {waits && <p>{t("terms.waits")}</p>}
        <p>{t("price.keeps")}</p>
      </div>
      <ButtonForm intent="confirm-sale" className="mt-4 grid gap-4">
        {[...params]
          .filter(([name]) => name !== "review" && name !== "tab")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <DialogButtons closeTo={closeTo}>
          <SubmitButton>{t("common:confirm")}</SubmitButton>
        </DialogButtons>
      </ButtonForm>
    </AddressedDialog>
  );
}

function valueOf(
  name: TermChange["name"],
  value: number | string | null,
  full: (at: string) => string,
): string | null {
  if (value === null) return null;
  if (name === "priceMicroRupees") return formatPrice(Number(value));
  return name === "launchAt" ? full(String(value)) : formatPercent(Number(value));
}

/** The change from one price to another in percent, with at most two decimals. */
const percentOf = (next: number, now: number): string =>
  `${Number(((next / now) * 100).toFixed(2))}%`;

/** Terms in words: "₹7.00", or "2 %, 5 %". */
export const termsText = ({ priceMicroRupees, feeBps, referralRewardBps }: PriceLine): string =>
  [
    priceMicroRupees === null ? null : formatPrice(priceMicroRupees),
    feeBps === null ? null : formatPercent(feeBps),
    referralRewardBps === null ? null : formatPercent(referralRewardBps),
  ]
    .filter((text) => text !== null)
    .join(", ");

export function CancelDialog({ line }: { line: PriceLine }) {
  const { t } = useTranslation("settings");
  const dates = useDates();
  return (
    <AddressedDialog title={t("price.cancelTitle")} closeTo={CLOSED}>
      <p className="mb-4">
        {t("price.cancelText", {
          price: termsText(line),
          start: dates.full(line.startsAt),
        })}
      </p>
      <ButtonForm intent="cancel-price" hidden={{ id: line.id ?? "" }}>
        <DialogButtons closeTo={CLOSED}>
          <SubmitButton>{t("common:confirm")}</SubmitButton>
        </DialogButtons>
      </ButtonForm>
    </AddressedDialog>
  );
}
