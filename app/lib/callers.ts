/**
 * The API of each role. A loader or action calls one of these first; code after it runs only for
 * an authorized user.
 *
 *   export async function loader({ context }: LoaderFunctionArgs) {
 *     const api = await investorApi(context);
 *     return orRefuse(context, api.stock.mine({ page: 1, limit: 10 }));
 *   }
 *
 * A form that moves money passes its idempotency key: `investorApi(context, { idempotencyKey: keyOf(form) })`.
 */
import type { AppLoadContext } from "@remix-run/node";
import type { CallOptions } from "@server/http/pages/load-context";
import type { Caller } from "@server/http/router";
import { toLogin } from "./forms/log-in-again.server";
import { notFound } from "./messages/refusals";

/** Requires no login. */
export const publicApi = (context: AppLoadContext): Caller => context.caller.public();

/** The member of this site, or a redirect to the login. */
export async function investorApi(context: AppLoadContext, options?: CallOptions): Promise<Caller> {
  const caller = await context.caller.member(options);
  if (!caller) throw await toLogin(context, "user");
  return caller;
}

/** The admin of this site's company, or a redirect to the admins' login. */
export async function adminApi(context: AppLoadContext, options?: CallOptions): Promise<Caller> {
  const caller = await context.caller.admin(options);
  if (!caller) throw await toLogin(context, "admin");
  return caller;
}

/** The super admin, or a redirect to their login. On any other host than the platform's, a 404. */
export async function superAdminApi(
  context: AppLoadContext,
  options?: CallOptions,
): Promise<Caller> {
  requirePlatform(context);
  const caller = await context.caller.superAdmin(options);
  if (!caller) throw await toLogin(context, "superadmin");
  return caller;
}

/** The super-admin area is served on the platform's host only (architecture.md §8). */
export function requirePlatform(context: AppLoadContext): void {
  const { site } = context;
  if (site.kind === "platform" || (site.kind === "company" && site.isPlatform)) return;
  throw notFound(context);
}

/**
 * The form's idempotency key, from its hidden field; null without a valid one. `wish` distinguishes
 * a different request that the user makes by going back to a form already sent.
 */
export function keyOf(form: FormData, wish = ""): string | null {
  const key = form.get("idempotencyKey");
  if (typeof key !== "string" || key === "") return null;
  const whole = wish === "" ? key : `${key}.${wish}`;
  return /^[\x21-\x7e]{1,200}$/.test(whole) ? whole : null;
}
