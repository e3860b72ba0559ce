/**
 * The doors of the house. A loader or action starts with one of these; everything after it is
 * already allowed to be there.
 *
 *   export async function loader({ context }: LoaderFunctionArgs) {
 *     const api = await investorApi(context);
 *     return orRefuse(context, api.stock.mine({ page: 1, limit: 10 }));
 *   }
 *
 * A form that moves money names its key: `investorApi(context, { idempotencyKey: keyOf(form) })`.
 */
import { type AppLoadContext, replace } from "@remix-run/node";
import type { CallOptions } from "@server/context/load-context";
import type { Caller } from "@server/procedures/router";
import { notFound } from "./refusals";
import { paths } from "./paths";

/** Anyone. */
export const publicApi = (context: AppLoadContext): Caller => context.api.public();

/** The member of this site, or a redirect to the login. */
export async function investorApi(context: AppLoadContext, options?: CallOptions): Promise<Caller> {
  const caller = await context.api.member(options);
  if (!caller) throw replace(paths.home);
  return caller;
}

/** The admin of this site's company, or a redirect to the admins' login. */
export async function adminApi(context: AppLoadContext, options?: CallOptions): Promise<Caller> {
  const caller = await context.api.admin(options);
  if (!caller) throw replace(paths.admin.login);
  return caller;
}

/** The super admin, or a redirect to their login; anywhere but on the platform's host a 404. */
export async function superAdminApi(
  context: AppLoadContext,
  options?: CallOptions,
): Promise<Caller> {
  requirePlatform(context);
  const caller = await context.api.superAdmin(options);
  if (!caller) throw replace(paths.superAdmin.login);
  return caller;
}

/** The super-admin area is served on the platform's own host and nowhere else (design §8). */
export function requirePlatform(context: AppLoadContext): void {
  const { site } = context;
  if (site.kind === "platform" || (site.kind === "company" && site.isPlatform)) return;
  throw notFound(context);
}

/**
 * The key under which this form's money-moving call is remembered, as its hidden field has it; null
 * where that is none. `wish` sets apart what a person, back at a form already sent, wants instead.
 */
export function keyOf(form: FormData, wish = ""): string | null {
  const key = form.get("idempotencyKey");
  if (typeof key !== "string" || key === "") return null;
  const whole = wish === "" ? key : `${key}.${wish}`;
  return /^[\x21-\x7e]{1,200}$/.test(whole) ? whole : null;
}

/** A fresh key for a loader to hand to `<IdempotencyKey>`. */
export const newIdempotencyKey = (): string => crypto.randomUUID();
