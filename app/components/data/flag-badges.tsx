import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
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
