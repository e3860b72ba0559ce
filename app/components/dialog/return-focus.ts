import { useCallback, useEffect, useRef } from "react";
import { focusHeading } from "../layout/scroll-to-top";

/**
 * Returns the focus when a dialog closes: to the element that had it before, to the control with
 * the id `openerId`, or to a link to the dialog's URL. If none exists, for example because the row
 * has left the list, it goes to the list or to the page's heading, never to the body.
 */
export function useReturnFocus(openerId: string | undefined) {
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
      () => opener.current,
      () => (openerId === undefined ? null : document.getElementById(openerId)),
      () => linkTo(address.current),
      () => document.querySelector("main .table-frame"),
    ];
    if (!places.some((place) => takesFocus(place()))) focusHeading();
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

function linkTo(address: string): Element | undefined {
  const wanted = sorted(address);
  return [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    ({ href }) => sorted(href) === wanted,
  );
}

/** A URL with its parameters sorted. */
function sorted(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.sort();
  return url.href;
}
