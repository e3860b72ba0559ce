import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MemberCard } from "@server/contracts/member-details";
import { dateInIndia } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { memberPath } from "~/lib/paths";

/** The member's profile; document numbers stay masked. */
export function MemberProfile({ member }: { member: MemberCard }) {
  const { t } = useTranslation("users");
  const missing = t("common:notAvailable");
  const proof = (isProven: boolean) => t(isProven ? "page.proven" : "page.unproven");
  const { referrer } = member;
  const facts: [string, ReactNode][] = [
    [t("email"), `${member.email} (${proof(member.isEmailVerified)})`],
    [t("mobile"), `${member.mobile} (${proof(member.isMobileVerified)})`],
    [t("page.memberId"), <span className="mono">{member.referralCode || "--"}</span>],
    [t("page.joined"), dateInIndia(new Date(member.createdAt))],
    ...(member.role === "USER" ? ownFacts() : []),
  ];
  function ownFacts(): [string, ReactNode][] {
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
      [t("page.wallet"), <span className="mono break-all">{member.walletAddress ?? missing}</span>],
    ];
  }
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("page.profile")}</h2>
      {member.isInvited && <p className="note note-warning">{t("page.invited")}</p>}
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
