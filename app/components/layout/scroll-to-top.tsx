import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Focuses the page's heading, so that a screen reader reads it out. */
export function focusHeading(): void {
  const content = document.getElementById("content");
  const heading = content?.querySelector<HTMLElement>("h1") ?? content;
  if (!heading) return;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

/**
 * A new page starts at its top, with the focus on its heading. A refused form keeps its scroll
 * position, since its messages are beside the form; but the router also keeps the position when a
 * form navigates to another page, and leaves the focus on nothing.
 */
export function ScrollToTop() {
  const { pathname, search, hash } = useLocation();
  const type = useNavigationType();
  // A step that has the page to itself is another page.
  const page = `${pathname}?${new URLSearchParams(search).get("step") ?? ""}`;
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    if (hash !== "") return;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    const content = document.getElementById("content");
    // A page that has set the focus itself keeps it.
    if (!content?.contains(document.activeElement)) focusHeading();
  }, [page, hash, type]);
  return null;
}
