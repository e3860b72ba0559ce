import { useSite } from "~/lib/use-site";

/** The company's identity and contact, as markup of the server; nothing on the platform's own host. */
export function SiteFooter() {
  const { footer } = useSite();
  return footer && <footer className="site-footer" dangerouslySetInnerHTML={{ __html: footer }} />;
}
