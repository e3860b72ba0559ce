import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MemberCard } from "@server/members/contracts/member-details";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { ReturnedPayments } from "~/components/purchases/order/returned-payments";
import { memberPath } from "~/lib/paths";
import { CorrectReferrer } from "./correct-referrer";
import { useMay } from "~/lib/use-may";

/** The member's profile; document numbers stay masked. */
export function MemberProfile({ member }: { member: MemberCard }) {
  const { t } = useTranslation("users");
  const may = useMay();
  const missing = t("common:notAvailable");
  const proof = (isProven: boolean) => t(isProven ? "page.proven" : "page.unproven");
  const { referrer } = member;
  const facts: Fact[] = [
    [t("email"), `${member.email} (${proof(member.isEmailVerified)})`],
    [t("mobile"), `${member.mobile} (${proof(member.isMobileVerified)})`],
    [t("page.memberId"), <span className="mono">{member.referralCode || "--"}</span>],
    [t("page.joined"), dateInIndia(new Date(member.createdAt))],
    ...(member.role === "USER" ? ownFacts() : []),
  ];
  function ownFacts(): Fact[] {
    return [
      [
        t("page.referrer"),
        !referrer ? (
          missing
        ) : referrer.id === null ? (
          `${referrer.name} (${referrer.referralCode})`
        ) : (
          <Link to={memberPath(referrer.id)} className="link-out">
            {referrer.name} ({referrer.referralCode})
          </Link>
        ),
      ],
      [t("page.stock"), formatQuantity(member.stockBalance)],
      [t("page.orderCount"), formatQuantity(member.orderCount)],
      [t("page.referralCount"), formatQuantity(member.referralCount)],
      [t("page.birthDate"), member.dateOfBirth ?? missing],
      [t("page.gender"), member.gender ? t(`page.genders.${member.gender}`) : missing],
      [t("page.pincode"), member.pincode ?? missing],
      [t("page.kyc"), member.kycDocumentNumber ?? missing],
    ];
  }
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("page.profile")}</h2>
      {member.verificationRefusal !== null && (
        <p className="note note-warning break-words">
          {t("refuse.was", { reason: member.verificationRefusal })}
        </p>
      )}
      {member.isInvited && <p className="note note-warning">{t("page.invited")}</p>}
      {member.isInvited && member.role === "ADMIN" && may("members.inviteAgain") && (
        <ButtonForm intent="invite-again">
          <SubmitButton tone="quiet">{t("page.invite")}</SubmitButton>
        </ButtonForm>
      )}
      <ReturnedPayments
        title={t("page.wentBack")}
        returns={member.returns.filter(({ isOpen }) => isOpen)}
      />
      <FactList facts={facts} />
      {may("members.setReferrer") && <CorrectReferrer member={member} />}
      {member.hasAuthenticator && !member.isSelf && may("secondStep.reset") && (
        <ButtonForm intent="reset-authenticator" className="grid gap-2">
          <SubmitButton tone="danger" className="justify-self-start">
            {t("page.reset")}
          </SubmitButton>
          <span className="hint">{t("page.resetText")}</span>
        </ButtonForm>
      )}
    </section>
  );
}
