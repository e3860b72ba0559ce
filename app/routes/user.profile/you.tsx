import { Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTokens } from "~/lib/use-site";
import { GENDERS } from "@db/vocabulary";
import type { Profile } from "@server/members/contracts/members";
import { shortHash } from "@server/platform/rules/people/masking";
import { FactList } from "~/components/data/fact-list";
import { Checkbox, Field, Select } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { PreferenceChoices } from "~/components/layout/preferences";
import { paths } from "~/lib/paths";
import { AvatarField } from "./avatar-field";
import { VerifiedBadge } from "./identity";

/** Who the member is; the details that nobody verifies stand behind their name, and saving them requires the password. */
export function You({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const tokens = useTokens();
  const [isBusy, setBusy] = useState(false);
  const isDetailsRefused = useReply("profile") !== null;
  const isShownRefused = useReply("shown") !== null;
  return (
    <>
      <section className="panel lead">
        <div className="flex max-w-full items-center gap-4">
          {profile.profileImage ? (
            <img
              src={profile.profileImage.url}
              alt=""
              width={64}
              height={64}
              className="size-16 flex-none rounded-full object-cover"
            />
          ) : (
            <span className="initial flex-none" aria-hidden>
              {[...profile.name][0]}
            </span>
          )}
          <h2 className="min-w-0 break-words">{profile.name}</h2>
        </div>
        <VerifiedBadge
          isApproved={profile.isApproved}
          isRefused={profile.verificationRefusal !== null}
        />
      </section>
      <div className="card p-5">
        <FactList
          facts={[
            [t("email"), profile.email],
            [t("mobile"), profile.mobile],
            [t("memberId"), <span className="mono">{profile.referralCode}</span>],
            [
              t("wallet"),
              <Link key="wallet" className="link-out" to={`${paths.user.launch}#wallet`}>
                {profile.walletAddress ? shortHash(profile.walletAddress) : t("noWallet")}
              </Link>,
            ],
            [t("stockBalance"), tokens(profile.stockBalance)],
            [t("globalStake"), tokens(profile.globalStake)],
          ]}
        />
      </div>
      <div className="aside">
        <div className="card px-5">
          <details className="more" open={isDetailsRefused}>
            <summary>{t("details")}</summary>
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
                hint={
                  <>
                    {t("walletHint")}{" "}
                    <Link to={`${paths.user.launch}#wallet`}>{t("walletProve")}</Link>
                  </>
                }
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
          </details>
          <details className="more" open={isShownRefused}>
            <summary>{t("shown.title")}</summary>
            <PostForm
              contract="shown"
              intent="shown"
              key={`${profile.showsName} ${profile.hidesWallet}`}
            >
              <Checkbox
                name="hidesWallet"
                label={t("shown.wallet")}
                defaultChecked={profile.hidesWallet}
              />
              <Checkbox
                name="showsName"
                label={t("shown.name")}
                defaultChecked={profile.showsName}
              />
              <SubmitButton tone="quiet">{t("mails.save")}</SubmitButton>
            </PostForm>
          </details>
          <details className="more">
            <summary>{t("preferences")}</summary>
            <PreferenceChoices className="grid gap-2" />
          </details>
        </div>
      </div>
    </>
  );
}
