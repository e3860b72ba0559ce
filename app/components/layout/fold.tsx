import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** What a screen reader says of the button. */
  label: string;
  /** The button's picture. */
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A menu that opens before any script; with one it closes on Escape, on a press beside it and when the page changes. */
export function Fold({ label, icon, className = "", children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const box = fold.current;
    return () => {
      if (box) box.open = false;
    };
  }, [key]);
  useEffect(() => {
    const box = fold.current;
    const leave = ({ target }: Event) => {
      if (box?.open && target instanceof Node && !box.contains(target)) box.open = false;
    };
    const escape = ({ key: pressed }: KeyboardEvent) => {
      if (pressed !== "Escape" || !box?.open) return;
      box.open = false;
      box.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", escape);
    };
  }, []);
  return (
    <details ref={fold} className={className}>
      <summary className="pager-link cursor-pointer list-none gap-2" aria-label={label}>
        {icon}
      </summary>
      {children}
    </details>
  );
}
