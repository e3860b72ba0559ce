import { useTranslation } from "react-i18next";
import type { Company } from "@server/companies/contracts/companies";
import { Field, TextArea } from "~/components/form/field";

/** Whom a company names as its contact, and its legal data. */

interface Asked {
  /** The current values; none for a new company. */
  company?: Company;
}

export function ContactFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  return (
    <>
      <Field
        name="companyName"
        label={t("form.companyName")}
        defaultValue={company?.companyName}
        autoComplete="organization"
      />
      <Field name="email" type="email" label={t("companies.email")} defaultValue={company?.email} />
      <Field
        name="mobile"
        type="tel"
        label={t("companies.mobile")}
        defaultValue={company?.mobile}
      />
    </>
  );
}

export function LegalFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  const kept = (value: string | null | undefined, otherwise: string) =>
    value ? t("form.keep", { value }) : otherwise;
  return (
    <>
      <Field
        name="companyPincode"
        label={t("companies.pin")}
        defaultValue={company?.companyPincode ?? ""}
        inputMode="numeric"
      />
      <Field
        name="companyAadhaarCard"
        label={t("companies.aadhaar")}
        hint={kept(company?.companyAadhaarCard, t("form.aadhaarHint"))}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        name="companyPan"
        label={t("companies.pan")}
        hint={kept(company?.companyPan, t("form.panHint"))}
        autoComplete="off"
      />
      <div className="sm:col-span-2">
        <TextArea
          name="companyAddress"
          label={t("companies.address")}
          defaultValue={company?.companyAddress ?? ""}
          rows={2}
        />
      </div>
    </>
  );
}
