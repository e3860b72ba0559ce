import { useTranslation } from "react-i18next";
import type { Company } from "@server/companies/contracts/companies";
import { POOL_BPS } from "@server/sites/rules/pools";
import { Field, TextArea } from "~/components/form/field";
import { useFormState } from "~/components/form/form-frame";
import { useSite } from "~/lib/use-site";
import { SaleFields, SplitFields, TermsFields } from "./sale-fields";

/**
 * The details of a company, or of a new one with its first admin; what is seldom changed is folded, with
 * defaults for a new one.
 */
export function CompanyFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  const { reply } = useFormState();
  const { host } = new URL(useSite().origin);
  const isRefused = Object.keys(reply?.error ?? {}).some((name) => !ESSENTIAL.has(name));
  // A new company's form is in a dialog.
  const columns = company ? "sm:grid-cols-2 lg:grid-cols-3" : "sm:grid-cols-2";
  return (
    <>
      <fieldset className={`grid items-start gap-4 ${columns}`}>
        <legend className="mb-3 font-semibold">{t("form.company")}</legend>
        <ContactFields />
      </fieldset>
      <fieldset className={`mt-2 grid items-start gap-4 ${columns}`}>
        <legend className="mb-3 font-semibold">{t("form.sale")}</legend>
        <SaleFields {...(company && { company })} />
      </fieldset>
      {!company && (
        <fieldset className="mt-6 grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 font-semibold">{t("form.admin")}</legend>
          <Field name="adminName" label={t("form.adminName")} />
          <Field
            name="adminEmail"
            type="email"
            label={t("form.adminEmail")}
            hint={`${t("form.adminHint")} ${t("form.noHost", { host })}`}
          />
        </fieldset>
      )}
      <details className="mt-6" open={isRefused || undefined}>
        <summary className="button button-quiet cursor-pointer list-none">{t("form.more")}</summary>
        {!company && <p className="hint mt-3">{t("form.moreHint")}</p>}
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <LegalFields {...(company && { company })} />
          <TermsFields {...(company && { company })} />
        </div>
        <SplitFields split={company?.splitBps ?? POOL_BPS} />
      </details>
    </>
  );
}

/** The fields that are never collapsed. */
const ESSENTIAL = new Set([
  "companyName",
  "email",
  "mobile",
  "tokenSymbol",
  "tokenName",
  "totalSupply",
  "price",
  "platformChargePercent",
  "adminName",
  "adminEmail",
]);

/** Whom a company names as its contact, and its legal data. */

interface Asked {
  /** The current values; none for a new company. */
  company?: Company;
}

function ContactFields() {
  const { t } = useTranslation("platform");
  return (
    <>
      <Field name="companyName" label={t("form.companyName")} autoComplete="organization" />
      <Field name="email" type="email" label={t("companies.email")} />
      <Field name="mobile" type="tel" label={t("companies.mobile")} />
    </>
  );
}

function LegalFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  const kept = (value: string | null | undefined, otherwise: string) =>
    value ? t("form.keep", { value }) : otherwise;
  return (
    <>
      <Field name="companyPincode" label={t("companies.pin")} inputMode="numeric" />
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
        <TextArea name="companyAddress" label={t("companies.address")} rows={2} />
      </div>
    </>
  );
}
