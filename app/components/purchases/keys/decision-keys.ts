const NOT_TYPED_INTO = new Set(["checkbox", "radio", "button", "submit"]);

/** Returns true for an element that takes typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

export const focusSearch = (): void =>
  document.querySelector<HTMLElement>("[type=search]")?.focus();

/**
 * Ctrl+Enter sends the decision that has the focus. Where the focus is in no form it sends the one of the
 * open dialog, unless that has several: a reason may be left in one that was not meant.
 */
export function confirmByKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const near = event.target instanceof Element ? event.target.closest("form") : null;
  const [first, ...others] = document.querySelectorAll<HTMLFormElement>(
    '[role="dialog"] form[method="post"]',
  );
  const form = near ?? (others.length === 0 ? first : null);
  if (!form?.querySelector("[name=version], [name=orderIds], [name=lineId]")) return;
  event.preventDefault();
  form.requestSubmit();
}
