const NOT_TYPED_INTO = new Set(["checkbox", "radio", "button", "submit"]);

/** Returns true for an element that takes typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

export const focusSearch = (): void =>
  document.querySelector<HTMLElement>("[type=search]")?.focus();

/** Ctrl+Enter sends the decision that has the focus, else the one of the dialog that is open. */
export function confirmByKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const near = event.target instanceof Element ? event.target.closest("form") : null;
  const isDecision = (form: HTMLFormElement | null) =>
    form?.querySelector("[name=version], [name=orderIds]");
  const form = isDecision(near)
    ? near
    : document.querySelector<HTMLFormElement>('[role="dialog"] form[method="post"]');
  if (!form || !isDecision(form)) return;
  event.preventDefault();
  form.requestSubmit();
}
