import * as Dialog from "@radix-ui/react-dialog";
import { Link, useNavigate } from "@remix-run/react";
import X from "lucide-react/icons/x";
import { type ReactNode, useCallback, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NoWrapOrderNumbers } from "../layout/no-wrap";
import { focusHeading } from "../layout/scroll-to-top";

/** Leaves a dialog without its act. */
export function CancelLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Link to={to} replace preventScrollReset className="button button-quiet">
      {t("cancel")}
    </Link>
  );
}

/** The row at a dialog's end: cancel, and what the dialog does. */
export const DialogButtons = ({
  closeTo,
  className = "",
  children,
}: {
  closeTo: string;
  className?: string;
  children: ReactNode;
}) => (
  <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
    <CancelLink to={closeTo} />
    {children}
  </div>
);

// The scroll lock injects a style element, which the page's policy allows only with its nonce.
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce;
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}

interface Props {
  title: string;
  /** The URL of the page without the dialog. */
  closeTo: string;
  /** Has room for two columns. */
  isWide?: boolean;
  /** Id of the control that opens the dialog, if it is not a link to the dialog's URL. */
  openerId?: string;
  /**
   * Decides if Escape or a tap outside closes the dialog now; it may ask first. By default, only
   * Escape closes.
   */
  mayClose?: () => boolean;
  children: ReactNode;
}

/**
 * A modal dialog with its own URL. It renders in place instead of in a portal, so that the server's
 * markup contains it and it works without JavaScript.
 */
export function AddressedDialog({
  title,
  closeTo,
  isWide = false,
  openerId,
  mayClose,
  children,
}: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const titleId = useId();
  const { noteOpener, returnFocus } = useReturnFocus(openerId);
  const close = () => {
    if (mayClose?.() !== false) navigate(closeTo, { replace: true, preventScrollReset: true });
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Overlay className="dialog-cover fixed inset-0 top-(--toasts-height) z-40 grid grid-cols-[minmax(0,1fr)] items-center justify-items-center overflow-y-auto bg-(--overlay) p-4">
        <Dialog.Content
          // Without a ring: it takes the focus so that a screen reader reads it out. The browser scrolls to
          // what it focuses as the page opens, to the top of the cover.
          className={`scroll-m-4 overflow-clip rounded-(--radius-dialog) bg-raised px-5 pb-5 text-text shadow-(--shadow-lg) focus-visible:outline-none ${isWide ? "w-[min(64rem,100%)]" : "w-[min(34rem,100%)]"}`}
          aria-modal="true"
          // Radix sets the title's id only after effects run, so the server's markup lacks it.
          aria-labelledby={titleId}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            noteOpener();
            focusFirst(event.target);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          // A click outside the dialog must not discard the user's input; one on a toast means it.
          onInteractOutside={(event) => {
            if (!mayClose || !isOnCover(event.target)) event.preventDefault();
          }}
        >
          {/* Close stays in sight, however long the dialog is. */}
          {/* The cover has a padding of 4: without it the text would show above the head that sticks. */}
          <div className="sticky -top-4 z-1 -mx-5 mb-2 flex items-start justify-between gap-4 bg-inherit px-5 pt-5 pb-2">
            <Dialog.Title id={titleId} className="min-w-0 pt-2 break-words">
              <NoWrapOrderNumbers text={title} />
            </Dialog.Title>
            <Link
              to={closeTo}
              replace
              preventScrollReset
              className="pager-link flex-none"
              aria-label={t("close")}
            >
              <X />
            </Link>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Overlay>
    </Dialog.Root>
  );
}

const isOnCover = (target: EventTarget | null): boolean =>
  target instanceof Element && target.classList.contains("dialog-cover");

/**
 * Focuses the field marked with `data-focus-first`, else the dialog, which is read from its title.
 */
function focusFirst(content: EventTarget | null): void {
  if (!(content instanceof HTMLElement)) return;
  const first = content.querySelector<HTMLElement>("[data-focus-first]") ?? content;
  first.focus({ preventScroll: true });
}

/**
 * Returns the focus when a dialog closes: to the element that had it before, to the control with
 * the id `openerId`, or to a link to the dialog's URL. If none exists, for example because the row
 * has left the list, it goes to the list or to the page's heading, never to the body.
 */
function useReturnFocus(openerId: string | undefined) {
  const opener = useRef<Element | null>(null);
  const address = useRef("");
  useEffect(() => {
    address.current = window.location.href;
  }, []);
  const noteOpener = useCallback(() => {
    opener.current = document.activeElement;
  }, []);
  const returnFocus = useCallback(() => {
    // The next page, or another dialog, has already set the focus.
    if (document.activeElement !== document.body) return;
    const places = [
      () => [opener.current],
      () => [openerId === undefined ? null : document.getElementById(openerId)],
      // A row has one link on a phone and another on a desktop; the hidden one takes no focus.
      () => linksTo(address.current),
      () => [document.querySelector("main .table-frame")],
    ];
    if (!places.some((place) => place().some(takesFocus))) focusHeading();
  }, [openerId]);
  return { noteOpener, returnFocus };
}

function takesFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false;
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return false;
  element.scrollIntoView({ block: "nearest" });
  return true;
}

function linksTo(address: string): Element[] {
  const wanted = sorted(address);
  return [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].filter(
    ({ href }) => sorted(href) === wanted,
  );
}

/** A URL with its parameters sorted. */
function sorted(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.sort();
  return url.href;
}
