/** A message above a form, or a field that has one: what scripts focus after an answer. */
const WRONG = /role="alert" tabindex="-1"|aria-invalid="true"/;

/** The heading of a form's next step, or the field that a dialog begins with. */
const FIRST = /data-focus-first="[^"]*"/;
const DIALOG = '<div role="dialog"';

/**
 * A page as a document focuses, by HTML's `autofocus`, what scripts focus on it: the first wrong field
 * of a form that was sent, the dialog that was opened, or the step that a form has come to.
 */
export function withFirstFocus(markup: string, isPosted: boolean): string {
  const wrong = isPosted ? WRONG.exec(markup) : null;
  if (wrong) return focusing(markup, wrong.index + wrong[0].length);
  const dialog = markup.indexOf(DIALOG);
  const from = Math.max(0, dialog);
  const first = FIRST.exec(markup.slice(from));
  if (first) return focusing(markup, from + first.index + first[0].length);
  return dialog < 0 ? markup : focusing(markup, dialog + DIALOG.length);
}

const focusing = (markup: string, at: number): string =>
  `${markup.slice(0, at)} autofocus=""${markup.slice(at)}`;
