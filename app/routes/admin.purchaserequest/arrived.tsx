import { Link } from "@remix-run/react";
import { ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";

/** What came in while the list is open is told, and shown when it is asked for. */
export function Arrived({ count, showTo }: { count: number; showTo: string }) {
  const { t } = useTranslation("purchases");
  return (
    <p role="status" className="empty:hidden">
      {count > 0 && (
        <Link to={showTo} className="button button-quiet button-small">
          <ArrowUp size={20} aria-hidden />
          {t("arrived", { count })}
        </Link>
      )}
    </p>
  );
}
