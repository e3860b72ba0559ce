export type ToastTone = "success" | "error";

/** A short message at the top of the page, in the user's language. */
export interface Toast {
  tone: ToastTone;
  text: string;
  /** True if a strip of the page says the same: the toast is for screen readers. */
  isInStrip?: boolean;
  /** True if it stands at the foot, so that the list that was changed keeps its place. */
  isAtFoot?: boolean;
}

/** product.md §9: toasts close after this time; the number of toasts is limited. */
export const TOAST_MS = 5000;
export const MOST_TOASTS = 20;

export function isToast(value: unknown): value is Toast {
  return (
    typeof value === "object" &&
    value !== null &&
    "tone" in value &&
    (value.tone === "success" || value.tone === "error") &&
    "text" in value &&
    typeof value.text === "string" &&
    value.text.length <= 500
  );
}
