import { BadgeCheck, Users } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { MemberCounts } from "@server/contracts/members";
import { formatQuantity } from "@server/domain/money/format";

/** Spec §2: "--" when zero or missing. */
const shown = (count: number | undefined): string => (count ? formatQuantity(count) : "--");

/** The two cards of spec §2: members by their standing, and by their verification. */
export function MemberCards({ counts }: { counts: MemberCounts }) {
  const { t } = useTranslation("adminDashboard");
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <CountsCard
        title={t("users")}
        icon={<Users size={20} aria-hidden />}
        counts={[
          [t("userActive"), counts.userActive],
          [t("userInactive"), counts.userInactive],
          [t("userBlock"), counts.userBlock],
        ]}
      />
      <CountsCard
        title={t("verification")}
        icon={<BadgeCheck size={20} aria-hidden />}
        counts={[
          [t("totalMember"), counts.totalMember],
          [t("verificationCompleted"), counts.verificationCompleted],
          [t("verificationPending"), counts.verificationPending],
        ]}
      />
    </div>
  );
}

interface CardProps {
  title: string;
  icon: ReactNode;
  counts: readonly [label: string, count: number][];
}

function CountsCard({ title, icon, counts }: CardProps) {
  const id = useId();
  return (
    <section className="card p-5" aria-labelledby={id}>
      <h2 id={id} className="mb-4 flex items-center gap-2 text-base text-muted">
        {icon}
        {title}
      </h2>
      <dl className="grid gap-3 sm:grid-cols-3">
        {counts.map(([label, count]) => (
          <div key={label} className="flex items-baseline justify-between gap-3 sm:block">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular text-2xl font-bold">{shown(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
