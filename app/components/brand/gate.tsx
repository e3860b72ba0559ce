import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Preferences } from "~/components/layout/preferences";
import { useSite } from "~/lib/use-site";
import { HeaderLogo } from "./header-logo";
import { SiteFooter } from "./site-footer";

/**
 * The layout of the screens before login. The form comes first, so that a small phone shows its button
 * without scrolling; the brand's text follows beside or below.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { brand } = useSite();
  const { t } = useTranslation("people");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto_auto] lg:grid-rows-[1fr_auto] lg:grid-cols-[minmax(20rem,2fr)_minmax(24rem,3fr)]">
      <main
        id="content"
        className="mx-auto flex w-full max-w-lg flex-col px-4 py-4 lg:col-start-2 lg:row-start-1"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <HeaderLogo className="h-8 w-auto max-w-[55vw]" />
          <Preferences />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-6 lg:my-auto">{children}</div>
      </main>
      <aside className="panel grid content-center gap-3 px-4 py-10 sm:px-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:px-12">
        <p className="hint tracking-widest">
          {brand.programName} {t("login.program")}
        </p>
        <p className="display-figure wrap-anywhere">{brand.title}</p>
        <p>{brand.metaData.description}</p>
        <p className="hint">{brand.footerNote}</p>
      </aside>
      <div className="mx-auto w-full max-w-lg px-4 pb-4 lg:col-start-2 max-lg:[&>footer]:mt-2 max-lg:[&>footer]:border-0">
        <SiteFooter />
      </div>
    </div>
  );
}
