import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

/**
 * A dialog that has an address of its own: it is there when the page is asked for it, so it works
 * before any script; with one it keeps the focus inside, and Escape closes it. `closeTo` is the
 * page without it.
 */
export function AddressedDialog({
  title,
  closeTo,
  isWide = false,
  children,
}: {
  title: string;
  closeTo: string;
  /** With room for two things beside each other. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const closer = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    // Where a dialog is opened by a key, its question is next.
    const first = box.current?.querySelector<HTMLElement>("[data-focus-first]");
    (first ?? box.current)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") closer.current?.click();
      if (event.key === "Tab" && box.current) keepInside(event, box.current);
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      if (document.activeElement === document.body) focusOnwards();
    };
  }, []);
  return (
    <div className="dialog-cover">
      <div
        className={isWide ? "dialog dialog-wide" : "dialog"}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        ref={box}
      >
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 pt-2 break-words">
            {title}
          </h2>
          <Link
            to={closeTo}
            replace
            preventScrollReset
            ref={closer}
            className="pager-link flex-none"
            aria-label={t("close")}
          >
            <X size={20} aria-hidden />
          </Link>
        </div>
        {children}
      </div>
    </div>
  );
}

/** What opened the dialog went with its row: the keyboard goes on in the list, not at the page's top. */
function focusOnwards(): void {
  const list = document.querySelector<HTMLElement>("main .table-frame");
  list?.focus({ preventScroll: true });
}

const REACHABLE =
  'a[href], button:not([disabled]), input:not([type="hidden"]):not([disabled]), select, textarea';

function keepInside(event: KeyboardEvent, box: HTMLElement): void {
  const all = [...box.querySelectorAll<HTMLElement>(REACHABLE)];
  const [first] = all;
  const last = all.at(-1);
  if (!first || !last) return;
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === box)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && at === last) {
    event.preventDefault();
    first.focus();
  }
}
