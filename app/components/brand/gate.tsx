import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import { brandImage } from "@themes/assets";
import { Preferences } from "~/components/layout/preferences";
import { useSite } from "~/lib/use-site";
import { Distribution } from "./distribution";
import { HeaderLogo } from "./header-logo";
import { RiskNotice, SiteFooter } from "./site-footer";
import { SocialLinks } from "./social-links";

/**
 * The layout of the screens before login. The form comes first, so that a small phone shows its
 * button without scrolling and the risk notice right below it; the brand's text follows beside or
 * below. Each part has a fixed place: on a slow connection the form renders first and does not move
 * when the rest arrives.
 */
export function Gate({ children, isPlain }: { children: ReactNode; isPlain?: boolean }) {
  const { brand, language } = useSite();
  const { t } = useTranslation("people");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[minmax(28rem,1fr)_minmax(24rem,42rem)]">
      <main id="content" className="flex flex-col px-5 py-5 sm:px-8 lg:col-start-2 lg:row-start-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <HeaderLogo className="h-8 w-auto max-w-[55vw]" />
          <Preferences />
        </div>
        <div className="mx-auto w-full max-w-md py-6 lg:my-auto">
          {children}
          {!isPlain && <RiskNotice className="mt-5" />}
        </div>
        <SiteFooter />
      </main>
      <aside className="panel px-6 py-10 lg:col-start-1 lg:row-start-1 lg:grid lg:content-center lg:px-12">
        <div className="mx-auto grid w-full max-w-lg gap-6">
          <div>
            <p
              className="text-sm font-semibold tracking-widest"
              style={{ color: "var(--panel-text-muted)" }}
            >
              {brand.programName} {t("login.program")}
            </p>
            <p
              className="mt-3 text-3xl leading-tight wrap-anywhere"
              style={{ fontFamily: "var(--font-display)", fontWeight: "var(--display-weight)" }}
            >
              {brand.title}
            </p>
          </div>
          {!isPlain && (
            <>
              {language === FALLBACK_LANGUAGE ? (
                <figure>
                  <img
                    src={brandImage(brand, "chartImg", "dark")}
                    alt={brand.tokenDistribution.join(", ")}
                    width={600}
                    height={280}
                    className="h-auto w-full rounded-[var(--radius-card)]"
                  />
                  <figcaption className="mt-2 text-sm" style={{ color: "var(--panel-text-muted)" }}>
                    {t("distribution.title")}
                  </figcaption>
                </figure>
              ) : (
                <Distribution lines={brand.tokenDistribution} />
              )}
              <SocialLinks />
            </>
          )}
          <p className="text-sm" style={{ color: "var(--panel-text-muted)" }}>
            {brand.footerNote}
          </p>
        </div>
      </aside>
    </div>
  );
}
