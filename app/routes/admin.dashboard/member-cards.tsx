import { Link } from "@remix-run/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import Users from "lucide-react/icons/users";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { MemberCounts } from "@server/members/contracts/members";
import { formatQuantity } from "@server/platform/rules/money/format";
import { paths } from "~/lib/paths";

/** Members only: the list includes admins too. */
const listOf = (filter: string): string =>
  `${paths.admin.userManage}?role=USER${filter && `&${filter}`}`;

export const WAITING_MEMBERS = listOf("approval=waiting");

/** The two cards of product.md §2: members by status, and by verification. */
export function MemberCards({ counts }: { counts: MemberCounts }) {
  const { t } = useTranslation(["admin-dashboard", "users"]);
  const { totalMember, verificationCompleted, verificationPending } = counts;
  // With those who were refused the others make up the total.
  const refused = totalMember - verificationCompleted - verificationPending;
  const others: CardProps["counts"] =
    refused > 0 ? [[t("users:refusedFilter"), refused, "approval=refused"]] : [];
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <CountsCard
        title={t("users")}
        icon={<Users />}
        counts={[
          [t("userActive"), counts.userActive, "status=ACTIVE"],
          [t("userInactive"), counts.userInactive, "status=INACTIVE"],
          [t("userBlock"), counts.userBlock, "status=BLOCKED"],
        ]}
      />
      <CountsCard
        title={t("verification")}
        icon={<BadgeCheck />}
        counts={[
          [t("totalMember"), totalMember, ""],
          [t("verificationCompleted"), verificationCompleted, "approval=verified"],
          [t("verificationPending"), verificationPending, "approval=waiting"],
          ...others,
        ]}
      />
    </div>
  );
}

interface CardProps {
  title: string;
  icon: ReactNode;
  counts: readonly [label: string, count: number | undefined, filter: string][];
}

function CountsCard({ title, icon, counts }: CardProps) {
  const id = useId();
  return (
    <section className="card @container p-5" aria-labelledby={id}>
      <h2 id={id} className="mb-4 flex items-center gap-2 text-base text-muted">
        {icon}
        {title}
      </h2>
      <dl className="grid gap-3 sm:@min-[19rem]:grid-cols-3">
        {counts.map(([label, count, filter]) => (
          <div
            key={label}
            className="flex flex-wrap items-baseline justify-between gap-x-3 sm:@min-[19rem]:block"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular ml-auto text-2xl font-bold">
              {/* product.md §2: "--" when zero or missing. */}
              {count ? (
                <Link to={listOf(filter)} aria-label={`${label}: ${formatQuantity(count)}`}>
                  {formatQuantity(count)}
                </Link>
              ) : (
                "--"
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
