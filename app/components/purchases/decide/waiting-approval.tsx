import Hourglass from "lucide-react/icons/hourglass";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { WaitingApproval as Approval } from "@server/companies/contracts/changes";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatRupees } from "@server/platform/rules/money/format";

/** Tells whether the reader has approved it already: only another admin's approval is of use. */
export const isOwnApproval = ({ waitingApproval }: Pick<OrderForAdmin, "waitingApproval">) =>
  waitingApproval?.isOwn === true;

/** Says that a payment waits for a second admin, who approved it first, and when. */
export function WaitingApproval({ approval }: { approval: Approval | null }) {
  const { t } = useTranslation("purchases");
  const dates = useDates();
  if (!approval) return null;
  const since = dates.full(approval.since);
  const at = dates.full(approval.endsAt);
  return (
    <span className="hint w-full text-start break-words">
      {approval.isOwn
        ? t("secondAdmin.own", { since })
        : t("secondAdmin.other", { by: approval.by ?? t("someone"), since })}{" "}
      {/* At zero, earlier parts decide alone, and no sum is entered. */}
      {!approval.isOwn &&
        approval.receivedPaise !== null &&
        approval.receivedPaise > 0 &&
        t("secondAdmin.sum", { sum: formatRupees(approval.receivedPaise) })}{" "}
      {approval.partReference !== null &&
        t("secondAdmin.partReference", { reference: approval.partReference })}{" "}
      {approval.isCoolOff && t("secondAdmin.coolOff", { at })}
    </span>
  );
}

/** Says before the decision that it needs a second admin, whom nobody waits for yet. */
export function SecondAdminNote({
  order: { needsSecondAdmin, waitingApproval },
}: {
  order: Pick<OrderForAdmin, "needsSecondAdmin" | "waitingApproval">;
}) {
  const { t } = useTranslation("purchases");
  if (!needsSecondAdmin || waitingApproval) return null;
  return (
    <p className="note note-warning">
      <Hourglass />
      {t("secondAdmin.needed")}
    </p>
  );
}
