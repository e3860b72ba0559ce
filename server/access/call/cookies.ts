import { parse, serialize } from "hono/utils/cookie";
import type { Area } from "./actor";

/** Browsers limit a cookie's lifetime to about a year. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export const LANGUAGE_COOKIE = "prelaunch_language";
export const SCHEME_COOKIE = "prelaunch_scheme";
const TOUCH_COOKIE = "prelaunch_referral";
export const MENU_COOKIE = "prelaunch_menu";

/** `__Host-` binds the cookie to this exact host; it requires https. */
const hostOnly = (name: string, secure: boolean): string => `${secure ? "__Host-" : ""}${name}`;

const nameOf = (area: Area, secure: boolean): string => hostOnly(`prelaunch_${area}`, secure);

const base = (secure: boolean) => ({
  path: "/",
  httpOnly: true,
  sameSite: "Lax" as const,
  secure,
});

/** Reads the tokens and preferences of a request. Unreadable cookies are ignored. */
export function readCookies(header: string | null) {
  const all = parse(header ?? "");
  return {
    token: (area: Area, secure: boolean): string | null => all[nameOf(area, secure)] ?? null,
    touch: (secure: boolean): string | null => all[hostOnly(TOUCH_COOKIE, secure)] ?? null,
    // A preference stored before the prefix existed stays valid; it reveals and grants nothing.
    choice: (name: string): string | null => all[hostOnly(name, true)] ?? all[name] ?? null,
  };
}

export function sessionCookie(area: Area, token: string, expiresAt: Date, secure: boolean): string {
  return serialize(nameOf(area, secure), token, { ...base(secure), expires: expiresAt });
}

export function endedSessionCookie(area: Area, secure: boolean): string {
  return serialize(nameOf(area, secure), "", { ...base(secure), maxAge: 0 });
}

/** Keeps the first referral code; no seconds forget it. */
export function touchCookie(value: string, seconds: number, secure: boolean): string {
  return serialize(hostOnly(TOUCH_COOKIE, secure), value, { ...base(secure), maxAge: seconds });
}

export function choiceCookie(name: string, value: string, secure: boolean): string {
  return serialize(hostOnly(name, secure), value, { ...base(secure), maxAge: YEAR_SECONDS });
}
