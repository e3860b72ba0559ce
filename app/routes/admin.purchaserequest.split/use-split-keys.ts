import { useEffect } from "react";
import { useKeysSwitch } from "../admin.purchaserequest/use-keys-switch";

const NOT_TYPED_INTO = new Set(["checkbox", "radio", "button", "submit"]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** The key as `data-hotkey` names it. */
const nameOf = (key: string): string =>
  ({ "=": "+", _: "-", ArrowDown: "j", ArrowUp: "k" })[key] ?? key.toLowerCase();

/** Opens a decision and focuses its first question, or its button where nothing is asked. */
function focusDecision(name: "approve" | "reject"): void {
  const decision = document.querySelector<HTMLElement>(`[data-decision="${name}"]`);
  if (!decision) return;
  if (decision instanceof HTMLDetailsElement) decision.open = true;
  const first = decision.querySelector<HTMLElement>("[data-focus-first]");
  (first ?? decision.querySelector<HTMLElement>("[type=submit]"))?.focus();
}

/**
 * The keys of the split view. A key clicks what names it (`data-hotkey`), `a` and `r` move the focus
 * into a decision, `/` into the search, and Ctrl+Enter sends the form that has the focus. While a
 * field is typed into, keys type; the switch of Manage Purchase turns single keys off.
 */
export function useSplitKeys(): void {
  const [isOn] = useKeysSwitch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const { target } = event;
      if (event.ctrlKey || event.metaKey) {
        if (event.key !== "Enter" || !(target instanceof HTMLElement)) return;
        const form = target.closest("form");
        if (!form?.querySelector("[name=orderId]")) return;
        event.preventDefault();
        return form.requestSubmit();
      }
      if (!isOn || isTyping(target)) return;
      // The arrow keys scroll what has the focus, as usual.
      if (event.key.startsWith("Arrow") && target !== document.body) return;
      const name = nameOf(event.key);
      if (name === "a" || name === "r") focusDecision(name === "a" ? "approve" : "reject");
      else if (name === "/") document.querySelector<HTMLElement>("[type=search]")?.focus();
      else {
        const named = document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(name)}"]`);
        if (!named) return;
        named.click();
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
