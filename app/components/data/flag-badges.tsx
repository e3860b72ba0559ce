import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { Unproven } from "@server/orders/contracts/review";
import { formatRupees } from "@server/platform/rules/money/format";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";

/** A badge for each flag; the dialog has the full sentence. */
export function FlagBadges({ flags }: Pick<AdminOrderRecord, "flags">) {
  const { t } = useTranslation("purchases");
  return flags.map((flag) => (
    <span key={flag} className="badge badge-warning" title={t(`flags.${flag}`)}>
      <TriangleAlert size={16} />
      {t(`flagNames.${flag}`)}
    </span>
  ));
}

/** Says that a member has ordered more than the company's sum without evidence; nothing for others. */
export function UnprovenNote({ unproven }: { unproven: Unproven | null }) {
  const { t } = useTranslation("purchases");
  if (!unproven) return null;
  const [ordered, limit] = [unproven.orderedPaise, unproven.limitPaise].map((paise) =>
    formatRupees(paise).replace(/\.00$/, ""),
  );
  return (
    <span className="block whitespace-normal text-[0.8125rem] font-semibold text-(--warning-soft-text)">
      {t("unproven", { ordered, limit })}
    </span>
  );
}
