import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { MemberCard } from "@server/members/contracts/member-details";
import { Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** Corrects a wrong referrer in the first days, before the member buys. */
export function CorrectReferrer({ member }: { member: MemberCard }) {
  const { t } = useTranslation("users");
  const dates = useDates();
  const isRefused = useReply("set-referrer") !== null;
  const { referrer, referrerUntil } = member;
  const code = referrer?.referralCode ?? "";
  if (referrerUntil === null) return null;
  return (
    <details open={isRefused}>
      <summary className="chart-summary">{t("page.correct")}</summary>
      <PostForm
        key={code}
        contract="referrer"
        intent="set-referrer"
        className="mt-3 grid gap-4 sm:max-w-xl"
        hidden={{ shown: code }}
      >
        <p className="hint">{t("page.correctHint", { until: dates.full(referrerUntil) })}</p>
        <Field
          name="referralCode"
          label={t("page.correctCode")}
          hint={t("page.correctNone")}
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Field name="reason" label={t("page.correctReason")} autoComplete="off" />
        <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
      </PostForm>
    </details>
  );
}
