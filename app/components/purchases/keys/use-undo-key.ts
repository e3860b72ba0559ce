import { useEffect } from "react";
import { isTyping } from "./decision-keys";
import { useKeysSwitch } from "./use-keys-switch";

/** U clicks what undoes the last decision, while nothing is typed and no dialog is open. */
export function useUndoKey(): void {
  const [isOn] = useKeysSwitch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !(event.altKey || event.ctrlKey || event.metaKey);
      if (!isOn || !isPlain || event.key.toLowerCase() !== "u" || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      document.querySelector<HTMLElement>('.undo [data-hotkey="u"]')?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
