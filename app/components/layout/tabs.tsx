import * as Tabs from "@radix-ui/react-tabs";
import { Link, useLocation } from "@remix-run/react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useIsLive } from "~/lib/orders/use-is-live";

/** One column, never wider than its container. */
const STACK = "grid min-w-0 grid-cols-1 gap-5";

/** Tabs with their selection in the URL: each tab is a link, and `value` is the selected one. */
export function AddressedTabs(props: { value: string; children: ReactNode }) {
  return <Tabs.Root {...props} activationMode="manual" className={STACK} />;
}

/** Scrolls a row of tabs, and only the row, to the one that is shown: on a phone it may be wider. */
function useTabInView<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const list = row.current;
    const shown = list?.querySelector<HTMLElement>("[aria-selected=true], [aria-current]");
    if (list && shown)
      list.scrollLeft = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2;
  }, [pathname, search]);
  return row;
}

/** The parts of a page, as links. */
export function PartTabs({
  label,
  parts,
}: {
  label: string;
  parts: readonly { to: string; name: string; isShown: boolean }[];
}) {
  return (
    <nav ref={useTabInView<HTMLElement>()} aria-label={label} className="tabs tabs-tight">
      {parts.map(({ to, name, isShown }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          className="tab"
          aria-current={isShown ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

export function TabList({
  id,
  label,
  className = "tabs",
  children,
}: {
  id?: string;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const row = useTabInView<HTMLDivElement>();
  return (
    <Tabs.List ref={row} id={id} aria-label={label} className={className}>
      {children}
    </Tabs.List>
  );
}

/** Makes a tab of a link. Arrow keys move between tabs; Enter and the space bar follow the link. */
export function Tab({ value, children }: { value: string; children: ReactElement }) {
  const isLive = useIsLive();
  return (
    <Tabs.Trigger
      asChild
      value={value}
      // The child is not a button.
      type={undefined}
      onKeyDown={followOnSpace}
      // Radix makes the list a single tab stop by script; without it each link is a tab stop.
      {...(!isLive && { tabIndex: 0 })}
    >
      {children}
    </Tabs.Trigger>
  );
}

function followOnSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

/** A tab with the default style. */
export function LinkTab({
  value,
  to,
  replace = false,
  children,
}: {
  value: string;
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  children: ReactNode;
}) {
  return (
    <Tab value={value}>
      <Link
        to={to}
        replace={replace}
        preventScrollReset
        className="tab"
        onClick={(event) => {
          // The tab is already shown, and without a connection a reload would fail.
          if (event.currentTarget.href === window.location.href) event.preventDefault();
        }}
      >
        {children}
      </Link>
    </Tab>
  );
}

/** A tab's content. With `isKept` it stays in the page, hidden, while another tab is selected. */
export function TabPanel({
  value,
  isKept = false,
  children,
}: {
  value: string;
  isKept?: boolean;
  children: ReactNode;
}) {
  return (
    <Tabs.Content
      value={value}
      {...(isKept && { forceMount: true })}
      className={`${STACK} data-[state=inactive]:hidden`}
    >
      {children}
    </Tabs.Content>
  );
}
