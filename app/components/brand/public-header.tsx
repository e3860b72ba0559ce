import type { ReactNode } from "react";
import { Preferences } from "~/components/layout/preferences";
import { HeaderLogo } from "./header-logo";

/** The head of a page outside the areas: the logo, what else the page has, language and appearance. */
export const PublicHeader = ({ children }: { children?: ReactNode }) => (
  <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <HeaderLogo className="h-8 w-auto max-w-[45vw]" />
    <div className="flex items-center gap-3">
      {children}
      <Preferences />
    </div>
  </header>
);
