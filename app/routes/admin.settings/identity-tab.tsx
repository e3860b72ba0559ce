import { useTranslation } from "react-i18next";
import { IDENTITY_ASKS } from "@db/vocabulary";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

const ASKED = [
  ["asksPanCard", "PAN"],
  ["asksSecond", "SECOND"],
  ["asksSelfie", "SELFIE"],
  ["asksAddress", "ADDRESS"],
] as const;

/** Shows what is asked of members to show who they are, and the most tokens of a person. */
export function IdentityTab({
  settings: { identity },
  usual,
}: {
  settings: CompanySettingsView;
  usual: { identityReasons: readonly string[] };
}) {
  const { t } = useTranslation("settings");
  const { asks, abovePaise, evidence, renewMonths, mostUnverified, mostVerified, reasons } =
    identity;
  const saved = {
    asks,
    above: abovePaise === null ? "" : rupeesText(abovePaise),
    renewMonths,
    mostUnverified: mostUnverified ?? "",
    mostVerified: mostVerified ?? "",
    reasons: reasons?.join("\n") ?? "",
  };
  return (
    <PostForm
      contract="identity"
      intent="identity"
      noValidate
      values={saved}
      className="grid gap-5"
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("identity.title")}</h2>
          <Select
            name="asks"
            label={t("identity.asks")}
            hint={t("identity.asksHint")}
            options={IDENTITY_ASKS.map((value) => ({ value, label: t(`identity.when.${value}`) }))}
          />
          <AmountField
            name="above"
            label={t("identity.above")}
            hint={t("identity.aboveHint")}
            required={false}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">{t("identity.evidence")}</legend>
            {ASKED.map(([name, one]) => (
              <Checkbox
                key={name}
                name={name}
                label={t(`identity.${name}`)}
                // A company that begins is offered all of it.
                defaultChecked={evidence.includes(one) || evidence.length === 0}
              />
            ))}
          </fieldset>
          <p className="hint">{t("identity.noAadhaar")}</p>
          <Field
            name="renewMonths"
            label={t("identity.renewMonths")}
            hint={t("identity.renewHint")}
            inputMode="numeric"
          />
        </section>
        <div className="grid gap-5">
          <section className="card grid gap-4 p-4 md:p-6">
            <h2>{t("identity.limits")}</h2>
            <Field
              name="mostUnverified"
              label={t("identity.mostUnverified")}
              hint={t("identity.mostHint")}
              inputMode="numeric"
              required={false}
            />
            <Field
              name="mostVerified"
              label={t("identity.mostVerified")}
              hint={t("identity.mostVerifiedHint")}
              inputMode="numeric"
              required={false}
            />
          </section>
          <section className="card grid gap-4 p-4 md:p-6">
            <h2>{t("identity.desk")}</h2>
            <TextArea
              name="reasons"
              label={t("identity.reasons")}
              hint={t("identity.reasonsHint")}
              required={false}
              rows={6}
            />
            {!reasons && (
              <ul className="list-disc ps-5">
                {usual.identityReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </div>
      <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
