import { useTranslation } from "react-i18next";
import { useSite } from "~/lib/use-site";

/** The brand's pages on social media; nothing without any. */
export function SocialLinks() {
  const { t } = useTranslation("people");
  const { socialLinks } = useSite().brand;
  if (socialLinks.length === 0) return null;
  return (
    <nav aria-label={t("login.follow")} className="flex flex-wrap gap-x-4">
      {socialLinks.map(({ mediaName, link }) => (
        <a key={mediaName} href={link} rel="noopener noreferrer" className="link-out">
          {mediaName}
        </a>
      ))}
    </nav>
  );
}
