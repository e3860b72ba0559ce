import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** The button's accessible name. */
  label: string;
  /** The button's icon. */
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A menu that opens without JavaScript; scripts add Escape, outside clicks and navigation. */
export function Disclosure({ label, icon, className = "", children }: Props) {
  const disclosure = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const box = disclosure.current;
    return () => {
      if (box) box.open = false;
    };
  }, [key]);
  useEffect(() => {
    const box = disclosure.current;
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
    <details ref={disclosure} className={className}>
      <summary className="pager-link cursor-pointer list-none gap-2" aria-label={label}>
        {icon}
      </summary>
      {children}
    </details>
  );
}
