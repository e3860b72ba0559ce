import { Link, useSearchParams } from "@remix-run/react";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";

/**
 * Exports the table below with its current filters. The answer says that it is a file; a refusal, or
 * the question of a step-up, is a page.
 */
export function ExportLink({ to, as, label }: { to: string; as?: "xlsx"; label?: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const asked = new URLSearchParams([...params, ...(as ? [["as", as]] : [])]).toString();
  return (
    <Link
      to={asked === "" ? to : `${to}?${asked}`}
      reloadDocument
      className="button button-quiet button-small"
    >
      <Download size={20} aria-hidden />
      {label ?? t("exports.download")}
    </Link>
  );
}
