import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Profile } from "@server/members/contracts/members";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AvatarField } from "./avatar-field";

/** The member's details; saving requires the current password (product.md §5). */
export function DetailsForm({ profile, result }: { profile: Profile; result: unknown }) {
  const { t } = useTranslation("profile");
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("details")}</h2>
      <PostForm
        contract="profile"
        noValidate
        // Saving remounts the form, so that the picture no longer counts as unsaved.
        key={profile.profileImageId ?? "none"}
        result={result}
        intent="profile"
        unanswered={t("unsaved")}
        encType="multipart/form-data"
        className="grid gap-5"
      >
        <AvatarField present={profile.profileImage?.url ?? null} onBusy={setBusy} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="name" label={t("name")} defaultValue={profile.name} autoComplete="name" />
          <Field
            name="mobile"
            type="tel"
            label={t("mobile")}
            defaultValue={profile.mobile}
            autoComplete="tel"
          />
          <Field
            name="emailShown"
            label={t("email")}
            hint={t("emailHint")}
            defaultValue={profile.email}
            readOnly
          />
          <Field
            name="referralCodeShown"
            label={t("memberId")}
            defaultValue={profile.referralCode}
            readOnly
          />
          <Field
            name="dateOfBirth"
            type="date"
            label={t("birthDate")}
            defaultValue={profile.dateOfBirth ?? ""}
            autoComplete="bday"
          />
          <Field
            name="kycDocumentNumber"
            label={t("kyc")}
            hint={
              profile.kycDocumentNumber
                ? t("kycKept", { value: profile.kycDocumentNumber })
                : t("kycHint")
            }
            autoComplete="off"
            autoCapitalize="characters"
          />
          <div className="sm:col-span-2">
            <Field
              name="walletAddress"
              label={t("wallet")}
              hint={t("walletHint")}
              defaultValue={profile.walletAddress ?? ""}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
          <Field
            name="currentPassword"
            type="password"
            label={t("currentPassword")}
            hint={t("currentPasswordHint")}
            autoComplete="current-password"
          />
        </div>
        <SubmitButton className="justify-self-start" pending={t("saving")} disabled={isBusy}>
          {t("save")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
