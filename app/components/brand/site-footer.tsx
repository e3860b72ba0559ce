import { useSite } from "~/lib/use-site";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";

/** The company's identity and contact, as markup of the server; nothing on the platform's own host. */
export function SiteFooter() {
  const { footer } = useSite();
  return footer && <footer className="site-footer" dangerouslySetInnerHTML={{ __html: footer }} />;
}

/** The risk notice: the company's own text (settings.riskNotice), else the default. */
export function RiskNotice({ className = "" }: { className?: string }) {
  const { riskNotice } = useSite();
  const { t } = useTranslation();
  return (
    <div
      role="note"
      className={`note note-warning text-sm ${className}`}
      aria-label={t("riskNotice")}
    >
      <TriangleAlert size={18} aria-hidden />
      <p className="min-w-0 whitespace-pre-line break-words">
        <strong>{t("riskNotice")}:</strong> {riskNotice}
      </p>
    </div>
  );
}
