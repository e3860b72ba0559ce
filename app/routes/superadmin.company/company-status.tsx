import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FoundCompany } from "@server/companies/contracts/companies";
import { TextArea } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";

/** Suspends a company's site, and reopens it; no data is lost. */
export function CompanyStatusForm({ company }: { company: FoundCompany }) {
  const { t } = useTranslation("platform");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { suspend: null });
  const isOpen = company.status === "ACTIVE";
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("status")}</h2>
      <p className="mb-4">{isOpen ? t("page.suspendHint") : t("page.suspended")}</p>
      {company.suspendedBecause && (
        <p className="mb-4 whitespace-pre-line wrap-anywhere">
          <span className="text-muted">{t("page.suspendReason")}:</span> {company.suspendedBecause}
        </p>
      )}
      {isOpen ? (
        <Link
          to={searchWith(params, { suspend: 1 })}
          preventScrollReset
          className="button button-danger"
        >
          {t("page.suspend")}
        </Link>
      ) : (
        <ButtonForm intent="standing" hidden={{ status: "ACTIVE" }}>
          <SubmitButton>{t("page.reopen")}</SubmitButton>
        </ButtonForm>
      )}
      {isOpen && params.has("suspend") && (
        <AddressedDialog
          title={t("page.suspendTitle", { name: company.companyName })}
          closeTo={closeTo}
        >
          <p className="mb-4">{t("page.suspendHint")}</p>
          <PostForm contract="suspend" intent="suspend" hidden={{ status: "SUSPENDED" }}>
            <TextArea
              name="reason"
              label={t("page.suspendReason")}
              hint={t("page.suspendReasonHint")}
              rows={3}
              maxLength={500}
            />
            <DialogButtons closeTo={closeTo}>
              <SubmitButton tone="danger">{t("page.suspend")}</SubmitButton>
            </DialogButtons>
          </PostForm>
        </AddressedDialog>
      )}
    </section>
  );
}
