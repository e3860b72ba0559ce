import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSite } from "~/lib/use-site";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "./site-footer";

/** The head of such a screen: on a phone it stands on the brand's ground. */
export const GateHead = ({ children }: { children: ReactNode }) => (
  <div className="gate-head panel lead">{children}</div>
);

/**
 * The layout of the screens before login. Where there is room, the brand's text stands beside the form;
 * a small phone shows the form's button without scrolling.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { brand } = useSite();
  const { t } = useTranslation("people");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] px-[max(1rem,50%-16rem)] py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_minmax(36rem,auto)_1fr] lg:px-[max(1rem,50%-31rem)] lg:[&>:is(header,footer)]:col-span-full">
      <PublicHeader />
      <main
        id="content"
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 py-4 lg:col-start-2 lg:row-start-2 lg:mt-12 lg:rounded-r-(--radius-card) lg:border lg:border-l-0 lg:border-line lg:bg-surface lg:p-10"
      >
        {children}
      </main>
      <aside className="panel col-start-1 row-start-2 mt-12 grid content-start gap-3 rounded-l-(--radius-card) p-10 max-lg:hidden">
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
