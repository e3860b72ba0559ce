import { useTranslation } from "react-i18next";
import type { BoundsView } from "@server/companies/contracts/prices";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Folded } from "./folded";

const percent = (bps: number): string => String(bps / 100);

/** Bounds within which the company's owners may change terms of the sale; a term without them is closed. */
export function Bounds({ bounds }: { bounds: BoundsView }) {
  const { t } = useTranslation("platform");
  const { launch } = bounds;
  return (
    <Folded title={t("bounds.title")} intent="bounds">
      <p className="text-muted">{t("bounds.text")}</p>
      <PostForm contract="bounds" intent="bounds">
        {(["fee", "reward"] as const).map((term) => (
          <fieldset key={term} className="grid items-start gap-4 sm:grid-cols-3">
            <legend className="sr-only">{t(`bounds.${term}`)}</legend>
            <Checkbox
              name={`${term}MayChange`}
              label={t(`bounds.${term}`)}
              defaultChecked={bounds[term] !== null}
            />
            <AmountField
              name={`${term}Least`}
              label={t("bounds.least")}
              defaultValue={percent(bounds[term]?.least ?? 0)}
            />
            <AmountField
              name={`${term}Most`}
              label={t("bounds.most")}
              defaultValue={percent(bounds[term]?.most ?? 10_000)}
            />
          </fieldset>
        ))}
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Checkbox
            name="launchMayChange"
            label={t("bounds.launch")}
            defaultChecked={launch !== null}
          />
          <Field
            name="launchLatest"
            type="datetime-local"
            label={t("bounds.latest")}
            hint={t("bounds.latestHint")}
            defaultValue={launch?.latest ? dateTimeFieldValue(new Date(launch.latest)) : ""}
          />
        </div>
        <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
      </PostForm>
    </Folded>
  );
}
