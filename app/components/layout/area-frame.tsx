import { Form, Link, useLocation } from "@remix-run/react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { HeaderLogo } from "~/components/brand/header-logo";
import { Disclosure } from "./disclosure";
import { Icon, withIcon } from "./icon";
import { Preferences } from "./preferences";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

export interface NavEntry {
  to: string;
  label: string;
  /** The name of an icon of the frame, or another icon. */
  icon: string | ReactElement;
  /** The number of waiting items; the style sheet shows it behind the label. */
  count?: number;
  /** Addresses of pages that belong to this place too. */
  also?: readonly string[];
}

interface Props {
  entries: readonly NavEntry[];
  logoutTo: string;
  /** The logged-in user. */
  person?: ReactNode;
  /** A bell or a search, beside the preferences. */
  tools?: ReactNode;
  /** Shows the entries, at most five, as a bar at the bottom of a phone. */
  isBar?: boolean;
  children: ReactNode;
}

/**
 * The layout of an area: a collapsible sidebar, a rail on a tablet, a phone's menu. No JavaScript is
 * needed.
 */
export function AreaFrame({ entries, logoutTo, person, tools, isBar, children }: Props) {
  const { t } = useTranslation();
  const { t: tp } = useTranslation("area");
  const { isMenuFolded, icons } = useSite();
  const [isFolded, setFolded] = useState(isMenuFolded);
  const { pathname, search } = useLocation();
  /** The other state, which the button asks for. */
  const menu = isFolded ? "open" : "folded";
  const isHere = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const items = (
    <ul className="grid gap-1">
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            aria-current={[entry.to, ...(entry.also ?? [])].some(isHere) ? "page" : undefined}
            className="nav-item"
            data-count={entry.count || null}
            {...(typeof entry.icon === "string" && withIcon(entry.icon))}
          >
            {typeof entry.icon !== "string" && entry.icon}
            {entry.label}
          </Link>
        </li>
      ))}
      <li>
        <Form method="post" action={logoutTo} reloadDocument>
          <button type="submit" className="nav-item" {...withIcon("log-out")}>
            {tp("nav.logout")}
          </button>
        </Form>
      </li>
    </ul>
  );
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[auto_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <header className="max-lg:top-(--toasts-height) flex items-center justify-between gap-3 border-line px-4 py-2 max-lg:sticky max-lg:z-20 max-lg:border-b max-lg:bg-surface md:col-start-2 lg:justify-end lg:px-6 lg:pt-4 lg:pb-0">
        <div className="min-w-0 lg:hidden">
          <HeaderLogo className="h-8 w-auto max-w-full object-contain object-left" />
        </div>
        <div className="flex flex-none items-center gap-2">
          {tools}
          <Preferences />
          <Disclosure label={t("menu")} icon={<Icon name="menu" />} className="md:hidden">
            <nav
              aria-label={tp("nav.label")}
              className="card bg-(--surface-raised) shadow-(--shadow-lg) absolute inset-x-3 top-full z-30 mt-2 max-h-[calc(80dvh-var(--toasts-height))] overflow-y-auto p-3"
            >
              {person}
              {items}
            </nav>
          </Disclosure>
        </div>
      </header>
      <aside
        className={`hidden border-r border-line bg-surface md:col-start-1 md:row-span-2 md:row-start-1 md:block ${isBar ? "phone-bar" : ""}`}
      >
        <div
          className={`sidebar sticky top-(--toasts-height) h-[calc(100dvh-var(--toasts-height))] overflow-y-auto ${isFolded ? "folded" : ""}`}
        >
          {/* Kept in a cookie. Without JavaScript the page is shown again, folded or not. */}
          <form
            method="post"
            action={paths.preferences}
            className="mb-4"
            onSubmit={(event) => {
              event.preventDefault();
              setFolded(!isFolded);
              navigator.sendBeacon(paths.preferences, new URLSearchParams({ menu }));
            }}
          >
            <input type="hidden" name="returnTo" value={pathname + search} />
            <button
              name="menu"
              value={menu}
              className="pager-link cursor-pointer"
              aria-pressed={isFolded}
              aria-label={tp("nav.collapse")}
              {...withIcon("panel-left")}
            />
          </form>
          {isFolded ? (
            <img src={icons.icon} alt="" width={44} height={44} className="mb-5" />
          ) : (
            <>
              <HeaderLogo className="mb-5 h-9 w-auto max-w-full" />
              {person}
            </>
          )}
          <nav aria-label={t("menu")}>{items}</nav>
        </div>
      </aside>
      <main
        id="content"
        className="mx-auto w-full max-w-6xl px-4 pt-5 pb-6 md:col-start-2 md:pb-16 md:px-6"
      >
        {children}
      </main>
    </div>
  );
}
