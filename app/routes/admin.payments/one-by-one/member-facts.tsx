import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import type { OrderReview } from "@server/orders/contracts/review";
import { formatRupees } from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { useDates } from "~/components/data/use-dates";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath } from "~/lib/paths";
import { showOrder } from "./one-by-one-address";

interface Props {
  order: OrderForAdmin;
  review: OrderReview;
}

/**
 * Shows the payer's verification, contact, earlier decisions, and other payments with the same
 * file.
 */
export function MemberFacts({ order, review }: Props) {
  const { t } = useTranslation("review");
  const dates = useDates();
  const { member, others, sameProof } = review;
  return (
    <details className="more">
      <summary>
        <h3>{t("member.title")}</h3>
      </summary>
      <div className="grid gap-3">
        <dl className="facts">
          <FactRow name={t("member.name")}>
            <Link to={memberPath(member.id)}>{member.name}</Link>{" "}
            <span className="mono">{member.referralCode}</span>
          </FactRow>
          <FactRow name={t("member.verified")}>
            {t(member.isApproved ? "member.isVerified" : "member.notVerified")}
            {member.status !== "ACTIVE" && <> · {t(`common:status.${member.status}`)}</>}
          </FactRow>
          <FactRow name={t("member.contact")}>
            <a href={`tel:${member.mobile}`}>{member.mobile}</a>{" "}
            <a href={`mailto:${member.email}`}>{member.email}</a>
          </FactRow>
          <FactRow name={t("member.since")}>{dates.day(member.joinedAt)}</FactRow>
          {order.referrer && (
            <FactRow name={t("member.referrer")}>
              {order.referrer.name} <span className="mono">{order.referrer.referralCode}</span>
            </FactRow>
          )}
        </dl>
        <h4>{t("member.others")}</h4>
        {others.counts.length === 0 ? (
          <p className="hint">{t("member.noOthers")}</p>
        ) : (
          <>
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              {others.counts.map(({ status, total, totalPaise }) => (
                <span key={status} className="tabular">
                  {t("member.count", {
                    status: t(`common:status.${status}`),
                    total,
                    sum: formatRupees(totalPaise),
                  })}
                </span>
              ))}
            </p>
            <Orders orders={others.newest} />
          </>
        )}
        {sameProof.length > 0 && (
          <>
            <h4>{t("member.sameProof")}</h4>
            <Orders orders={sameProof} />
          </>
        )}
      </div>
    </details>
  );
}

interface ShownOrder {
  id: string;
  orderNumber: string;
  status: string;
  totalPaise: number;
  missingPaise: number | null;
  reason?: string | null;
  memberName?: string;
}

function Orders({ orders }: { orders: readonly ShownOrder[] }) {
  const [params] = useSearchParams();
  return (
    <ul className="grid gap-1.5">
      {orders.map(({ id, orderNumber, status, totalPaise, missingPaise, reason, memberName }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={searchWith(params, showOrder(id))} className="mono" preventScrollReset>
            {orderNumber}
          </Link>
          <StatusBadge status={status} />
          <MissingBadge paise={missingPaise} />
          <span className="tabular">{formatRupees(totalPaise)}</span>
          {memberName !== undefined && <span>{memberName}</span>}
          {reason && <span className="hint w-full">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
