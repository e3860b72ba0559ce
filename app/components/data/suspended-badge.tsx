import Ban from "lucide-react/icons/ban";
import { useTranslation } from "react-i18next";
import type { CompanyStatus } from "@db/vocabulary";

/** Marks a suspended company with an icon and text; renders nothing for an active one. */
export function SuspendedBadge({ status }: { status: CompanyStatus }) {
  const { t } = useTranslation("platform");
  if (status !== "SUSPENDED") return null;
  return (
    <span className="badge badge-danger">
      <Ban size={16} />
      {t("companyStatus.SUSPENDED")}
    </span>
  );
}
