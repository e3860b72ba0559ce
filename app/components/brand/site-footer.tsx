import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { withIcon } from "~/components/layout/icon";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

/** The foot of an investor's page: who the company is, and how to reach it by a tap (product.md §2). */
export function SiteFooter() {
  const { t } = useTranslation();
  const { imprint } = useSite();
  if (!imprint) return null;
  const { email, mobile, whatsApp, seller } = imprint;
  const contact = (icon: string, href: string, text: string) => (
    <li>
      <a className="link-out gap-2" href={href} rel="noopener noreferrer" {...withIcon(icon)}>
        {text}
      </a>
    </li>
  );
  return (
    <footer className="site-footer">
      <ul aria-label={t("footer.label")}>
        {contact("mail", `mailto:${encodeURIComponent(email).replace("%40", "@")}`, email)}
        {contact("phone", `tel:${mobile.replace(/[^+\d]/g, "")}`, mobile)}
        {whatsApp !== undefined &&
          contact("chat", `https://wa.me/${whatsApp.replace(/\D/g, "")}`, t("footer.whatsApp"))}
      </ul>
      <p>{seller}</p>
      <p>
        <a className="link-out" href={paths.privacyPolicy}>
          {t("footer.privacy")}
        </a>
        {" · "}
        <a className="link-out" href={paths.terms}>
          {t("footer.terms")}
        </a>
      </p>
    </footer>
  );
}

/** The risk notice: the company's own text (settings.riskNotice), else the default. */
export function RiskNotice({
  className = "",
  isFolded = false,
}: {
  className?: string;
  /** Behind its name, for a reader who has passed a page with the text. */
  isFolded?: boolean;
}) {
  const { riskNotice } = useSite();
  const { t } = useTranslation();
  return isFolded ? (
    <details className={`card more px-5 ${className}`}>
      <summary>{t("riskNotice")}</summary>
      <p className="whitespace-pre-line">{riskNotice}</p>
    </details>
  ) : (
    <div role="note" className="flex gap-2 text-sm" aria-label={t("riskNotice")}>
      <TriangleAlert size={18} />
      <p className="min-w-0 whitespace-pre-line break-words">
        <strong>{t("riskNotice")}:</strong> {riskNotice}
      </p>
    </div>
  );
}
