import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Another page begins at its top, for the eye and for the keyboard. A form keeps the reader where they
 * are, since what it was refused stands beside it; but the router keeps them there as well when it
 * leads on to another page, with the focus on nothing and not a word to a screen reader.
 */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash !== "") return;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    focusOnHeading();
  }, [pathname, hash, type]);
  return null;
}

/** Puts the focus on the page's heading, which is thus read out, unless the page has chosen a place itself. */
function focusOnHeading(): void {
  const content = document.getElementById("content");
  if (!content || content.contains(document.activeElement)) return;
  const heading = content.querySelector("h1") ?? content;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}
