export type ToastTone = "success" | "error";

/** A short message at the top of the page, in the reader's language. */
export interface Toast {
  tone: ToastTone;
  text: string;
}

/** Spec §9: toasts close by themselves after this long; at most so many are kept. */
export const TOAST_MS = 5000;
export const MOST_TOASTS = 20;
