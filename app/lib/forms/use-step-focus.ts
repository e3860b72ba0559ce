import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the heading of a multi-step form, or to the field that it begins with, when a step
 * replaces the one before, whose focused field no longer exists. The first step that a page shows keeps its focus.
 */
export function useStepFocus(step: string): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    (heading.current ?? document.querySelector<HTMLElement>("main [data-focus-first]"))?.focus();
  }, [step]);
  return heading;
}
