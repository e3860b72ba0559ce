import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Company } from "@server/companies/contracts/companies";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, CancelLink } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";

/** Suspends a company's site, and reopens it; no data is lost. */
export function CompanyStatusForm({ company, result }: { company: Company; result: unknown }) {
  const { t } = useTranslation("platform");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { suspend: null });
  const isOpen = company.status === "ACTIVE";
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("status")}</h2>
      <p className="mb-4">{isOpen ? t("page.suspendHint") : t("page.suspended")}</p>
      {isOpen ? (
        <Link
          to={searchWith(params, { suspend: 1 })}
          preventScrollReset
          className="button button-danger"
        >
          {t("page.suspend")}
        </Link>
      ) : (
        <ButtonForm result={result} intent="standing">
          <input type="hidden" name="status" value="ACTIVE" />
          <SubmitButton>{t("page.reopen")}</SubmitButton>
        </ButtonForm>
      )}
      {isOpen && params.has("suspend") && (
        <AddressedDialog
          title={t("page.suspendTitle", { name: company.companyName })}
          closeTo={closeTo}
        >
          <p className="mb-4">{t("page.suspendHint")}</p>
          <ButtonForm result={result} intent="standing" className="flex justify-end gap-3">
            <input type="hidden" name="status" value="SUSPENDED" />
            <CancelLink to={closeTo} />
            <SubmitButton tone="danger">{t("page.suspend")}</SubmitButton>
          </ButtonForm>
        </AddressedDialog>
      )}
    </section>
  );
}
