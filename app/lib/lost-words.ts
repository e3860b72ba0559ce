import { TOASTS_COOKIE } from "@server/domain/toasts";
import { paths } from "./paths";
import { isToast, type Toast } from "./toast";

/** The toasts of a redirect whose target page did not load. Runs in the browser. */
export function unreadToasts(): Toast[] {
  const [, value] =
    document.cookie
      .split("; ")
      .map((one) => one.split("="))
      .find(([name]) => name === TOASTS_COOKIE || name === `__Host-${TOASTS_COOKIE}`) ?? [];
  try {
    // Remix encodes cookies as JSON in UTF-8 in base64; the server's signature follows.
    const [toasts = ""] = decodeURIComponent(value ?? "").split(".");
    const bytes = Uint8Array.from(atob(toasts), (one) => one.charCodeAt(0));
    const kept: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(kept) ? kept.filter(isToast) : [];
  } catch {
    return [];
  }
}

/** The message of an action whose target page failed: it must not look undone. */
export const doneIn = (toasts: readonly Toast[]): string | undefined =>
  toasts.find(({ tone }) => tone === "success")?.text;

/** The error text of product.md §8, by the page that failed to load. */
const FAILED = {
  [paths.user.buyToken]: "failedRead.price",
  [paths.user.payment]: "failedRead.payment",
  [paths.user.paymentHistory]: "failedRead.transactions",
} as const;

/** The key of what is said of a page that failed to load; null for any other page. */
export const failedRead = (pathname: string) =>
  pathname in FAILED ? FAILED[pathname as keyof typeof FAILED] : null;
