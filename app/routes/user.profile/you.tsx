import { useState } from "react";
import { useTranslation } from "react-i18next";
import { GENDERS } from "@db/vocabulary";
import type { Profile } from "@server/members/contracts/members";
import { formatQuantity } from "@server/platform/rules/money/format";
import { FactList } from "~/components/data/fact-list";
import { Checkbox, Field, Select } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { PreferenceChoices } from "~/components/layout/preferences";
import { AvatarField } from "./avatar-field";
import { VerifiedBadge } from "./identity";

export type OwnDetails = Pick<
  Profile,
  | "name"
  | "email"
  | "mobile"
  | "referralCode"
  | "profileImage"
  | "walletAddress"
  | "pincode"
  | "gender"
  | "stockBalance"
  | "globalStake"
  | "isApproved"
  | "showsName"
  | "hidesWallet"
  | "verificationRefusal"
>;

/** The member's account and the details that nobody verifies; saving requires the password. */
export function You({ profile }: { profile: OwnDetails }) {
  const { t } = useTranslation("profile");
  const [isBusy, setBusy] = useState(false);
  const isShownRefused = useReply("shown") !== null;
  return (
    <>
      <section className="card grid gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="min-w-0 break-words">{profile.name}</h2>
          <VerifiedBadge
            isApproved={profile.isApproved}
            isRefused={profile.verificationRefusal !== null}
          />
        </div>
        <FactList
          facts={[
            [t("email"), profile.email],
            [t("memberId"), <span className="mono">{profile.referralCode}</span>],
            [t("stockBalance"), formatQuantity(profile.stockBalance)],
            [t("globalStake"), formatQuantity(profile.globalStake)],
          ]}
        />
      </section>
      <section>
        <h2 className="mb-4">{t("details")}</h2>
        <PostForm
          contract="profile"
          noValidate
          // Saving remounts the form, so that the picture no longer counts as unsaved.
          key={profile.profileImage?.url ?? "none"}
          intent="profile"
          unanswered={t("unsaved")}
          encType="multipart/form-data"
          className="grid gap-5"
        >
          <AvatarField present={profile.profileImage?.url ?? null} onBusy={setBusy} />
          <Field
            name="mobile"
            type="tel"
            label={t("mobile")}
            defaultValue={profile.mobile}
            autoComplete="tel"
          />
          <Field
            name="pincode"
            label={t("pincode")}
            inputMode="numeric"
            autoComplete="postal-code"
            defaultValue={profile.pincode ?? ""}
          />
          <Select
            name="gender"
            label={t("gender")}
            placeholder={t("selectGender")}
            options={GENDERS.map((value) => ({ value, label: t(`genders.${value}`) }))}
            defaultValue={profile.gender ?? ""}
          />
          <Field
            name="walletAddress"
            label={t("wallet")}
            hint={t("walletHint")}
            defaultValue={profile.walletAddress ?? ""}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            name="currentPassword"
            type="password"
            label={t("currentPassword")}
            hint={t("currentPasswordHint")}
            autoComplete="current-password"
          />
          <SubmitButton pending={t("saving")} disabled={isBusy}>
            {t("save")}
          </SubmitButton>
        </PostForm>
      </section>
      <div>
        <details className="more" open={isShownRefused}>
          <summary>{t("shown.title")}</summary>
          <PostForm
            contract="shown"
            intent="shown"
            key={`${profile.showsName} ${profile.hidesWallet}`}
            className="grid gap-4"
          >
            <Checkbox
              name="hidesWallet"
              label={t("shown.wallet")}
              defaultChecked={profile.hidesWallet}
            />
            <Checkbox name="showsName" label={t("shown.name")} defaultChecked={profile.showsName} />
            <SubmitButton tone="quiet">{t("mails.save")}</SubmitButton>
          </PostForm>
        </details>
        <details className="more">
          <summary>{t("preferences")}</summary>
          <PreferenceChoices className="grid gap-2" />
        </details>
      </div>
    </>
  );
}
