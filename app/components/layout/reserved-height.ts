import { type RefObject, useEffect } from "react";

/**
 * Publishes the height of the strip at the top of the page for fixed and sticky elements below it
 * (`--toasts-height` in app.css). When the strip shrinks, the page scrolls by the difference, so
 * that its content does not move.
 */
export function useReservedHeight(strip: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const { style } = document.documentElement;
    let last = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      style.setProperty("--toasts-height", `${height}px`);
      if (height < last) window.scrollBy({ top: height - last, behavior: "instant" });
      last = height;
      // Without this the browser's scroll anchoring also compensates, and the content moves.
      if (height > 0) style.setProperty("overflow-anchor", "none");
      else requestAnimationFrame(() => style.removeProperty("overflow-anchor"));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip]);
}
