import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSite } from "~/lib/use-site";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "./site-footer";

/**
 * The layout of the screens before login. The form comes first, so that a small phone shows its button
 * without scrolling; the brand's text follows beside or below.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { brand } = useSite();
  const { t } = useTranslation("people");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] px-[max(1rem,50%-16rem)] py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_minmax(36rem,auto)_1fr] lg:px-[max(1rem,50%-31rem)] lg:[&>:is(header,footer)]:col-span-full">
      <PublicHeader />
      <main
        id="content"
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 py-6 lg:col-start-2 lg:row-start-2 lg:mt-12 lg:rounded-r-(--radius-card) lg:border lg:border-l-0 lg:border-line lg:bg-surface lg:p-10"
      >
        {children}
      </main>
      <aside className="panel mx-[calc(-1*max(1rem,50vw-16rem))] grid content-center gap-3 px-[max(1rem,50vw-16rem)] py-10 lg:col-start-1 lg:row-start-2 lg:mx-0 lg:mt-12 lg:content-start lg:rounded-l-(--radius-card) lg:p-10">
        <p className="hint tracking-widest">
          {brand.programName} {t("login.program")}
        </p>
        <p className="display-figure wrap-anywhere">{brand.title}</p>
        <p>{brand.metaData.description}</p>
        <p className="hint">{brand.footerNote}</p>
      </aside>
      <SiteFooter />
    </div>
  );
}
