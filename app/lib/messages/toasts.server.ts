/**
 * Messages that survive one redirect.
 *
 *   return withToast(context, paths.user.buyToken, "payment:proof.doneManual");
 *
 * The root loader reads the cookie once and clears it; `components/layout/toasts.tsx` shows them.
 */
import { type AppLoadContext, createCookie, redirect, type TypedResponse } from "@remix-run/node";
import { TOASTS_COOKIE } from "@server/platform/rules/toasts";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { refusalIn } from "./refusals";
import { isToast, MOST_TOASTS, type Toast, type ToastTone } from "./toast";

// The page transport signs it, and drops one without its signature (page-cookies.ts).
const flash = createCookie(TOASTS_COOKIE, {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  maxAge: 60,
});

/** One toast for each entry of a list message (product.md §8). */
function toasts(tone: ToastTone, message: string | readonly string[]): Toast[] {
  const texts = typeof message === "string" ? [message] : message;
  return texts.slice(0, MOST_TOASTS).map((text) => ({ tone, text }));
}

export const success = (message: string | readonly string[]) => toasts("success", message);
export const failure = (message: string | readonly string[]) => toasts("error", message);

/** The Set-Cookie value that shows toasts on the next page. */
export const toastCookie = (toasts: readonly Toast[]): Promise<string> =>
  flash.serialize(toasts.slice(0, MOST_TOASTS));

/** Redirects with toasts. `headers` may already contain cookies. */
export async function redirectWithToast(
  to: string,
  toasts: readonly Toast[],
  headers = new Headers(),
): Promise<TypedResponse<never>> {
  headers.append("Set-Cookie", await toastCookie(toasts));
  return redirect(to, { headers });
}

/** Redirects with the toast of a text's key, in the reader's language. */
export const withToast = (
  { caller: { language } }: AppLoadContext,
  to: string,
  key: string,
  facts: Record<string, unknown> = {},
  headers?: Headers,
) => redirectWithToast(to, success(translatorOf(language).t(key, facts)), headers);

/** Redirects with the refusal of a form that is on no page any more as a toast; a fault is thrown on. */
export function withRefusal(context: AppLoadContext, to: string, thrown: unknown) {
  const refusal = refusalIn(thrown);
  if (!refusal) throw thrown;
  const why = translateRefusal(context.caller.language, refusal.code, refusal.params);
  return redirectWithToast(to, failure(why));
}

/** The toasts of this request and, if there are any, the cookie that clears them. */
export async function takeToasts(
  request: Request,
): Promise<{ toasts: Toast[]; clear: string | null }> {
  const kept: unknown = await flash.parse(request.headers.get("Cookie"));
  const toasts = Array.isArray(kept) ? kept.filter(isToast).slice(0, MOST_TOASTS) : [];
  return { toasts, clear: kept === null ? null : await flash.serialize("", { maxAge: 0 }) };
}
