/**
 * A request without a session goes to the login of its area, and from there to the page that it
 * asked for (product.md §4). What a member's or admin's form had typed waits in a cookie meanwhile.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type AppLoadContext, createCookie, replace } from "@remix-run/node";
import type { Area } from "@server/access/call/actor";
import { translatorOf } from "@server/platform/words/translators.server";
import { unreadFields } from "./form-fields";
import { formStepCookie } from "./form-step-cookie.server";
import { type FormReply, intentIn, TYPED_BY } from "./form-reply";
import type { KeptField } from "../messages/refusals";
import { pathBelow, paths } from "../paths";
import { keptFields } from "./submit";

const AREAS = {
  user: { ...paths.user, login: paths.home },
  admin: paths.admin,
  superadmin: paths.superAdmin,
} as const satisfies Record<Area, unknown>;

/** The query of a login: the page to go to, and whether a session ended. */
const TO = "to";
const ENDED = "ended";

/** The cookie is not signed: a forged one fills in a form of its own browser, and nothing else. */
const typedCookie = createCookie("prelaunch_typed", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  maxAge: 600,
});

/** The most that is unpacked, in bytes: the texts of any form. */
const MOST_TYPED = 64 * 1024;

/** Browsers drop a cookie above 4 KB. */
const MOST_BYTES = 3600;

/**
 * The page that was asked for, while a visitor registers or resets a password before they log in.
 * Not signed: it leads to a page of its own area only.
 */
const askedCookie = (area: Area) =>
  createCookie(`prelaunch_asked_${area}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: 1800,
  });

/** The redirect to an area's login, to throw. */
export async function toLogin(context: AppLoadContext, area: Area): Promise<Response> {
  const { login, root, dashboard } = AREAS[area];
  const { path, isFromPage, typed } = context.caller.request.asked;
  const query = new URLSearchParams();
  const to = pathBelow(root, path);
  const isEnded = isFromPage || context.caller.sessions.had(area);
  // The first page is named where nothing else says why the login is shown below the sale.
  const isFirst = to === dashboard;
  if (to !== null && (!isFirst || (area === "user" && !isEnded))) query.set(TO, to);
  if (isEnded) query.set(ENDED, "1");
  const headers = new Headers({ "Set-Cookie": await askedIs(area, isFirst ? null : to) });
  const kept = typed?.has(TYPED_BY) && to !== null ? await keep(to, typed) : null;
  if (kept !== null) headers.append("Set-Cookie", kept);
  return replace(query.size > 0 ? `${login}?${query.toString()}` : login, { headers });
}

async function keep(
  at: string,
  typed: URLSearchParams,
  isConfirmed = false,
): Promise<string | null> {
  const text = JSON.stringify({ at, fields: keptFields(typed), isConfirmed });
  const cookie = await typedCookie.serialize(deflateRawSync(text).toString("base64"));
  return cookie.length > MOST_BYTES ? null : cookie;
}

/**
 * The redirect to the login for who proves themselves by it alone: it leads back to the page `at`, with
 * what its form had typed. `ended` is the Set-Cookie value that ends the session.
 */
export async function logInAgain(
  area: Area,
  { at, typed, ended }: { at: string; typed: KeptField[]; ended: string },
): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": ended });
  headers.append("Set-Cookie", await askedIs(area, at));
  const kept = await keep(at, new URLSearchParams(typed), true);
  if (kept !== null) headers.append("Set-Cookie", kept);
  const query = new URLSearchParams({ [TO]: at });
  return replace(`${AREAS[area].login}?${query.toString()}`, { headers });
}

/** The Set-Cookie value that keeps the page that was asked for; null forgets it. */
export const askedIs = (area: Area, to: string | null): Promise<string> =>
  to === null ? askedCookie(area).serialize("", { maxAge: 0 }) : askedCookie(area).serialize(to);

/** Returns the page that a login leads to: the one asked for, or the area's first. */
export const pageAfterLogin = (request: Request, area: Area): string =>
  pathBelow(AREAS[area].root, new URL(request.url).searchParams.get(TO)) ?? AREAS[area].dashboard;

/** The page of an area that was asked for before a registration or a reset began; null without one. */
async function askedBefore(request: Request, area: Area): Promise<string | null> {
  const kept: unknown = await askedCookie(area).parse(request.headers.get("Cookie"));
  return typeof kept === "string" ? pathBelow(AREAS[area].root, kept) : null;
}

/** The login for who comes from a registration or a reset: it leads to the page asked for before. */
export async function loginPath(request: Request, area: Area): Promise<string> {
  const { login } = AREAS[area];
  const to = await askedBefore(request, area);
  return to === null ? login : `${login}?${new URLSearchParams({ [TO]: to }).toString()}`;
}

/**
 * The page of a new member: the one asked for before, else Buy Token, since their dashboard is empty
 * (product.md §2).
 */
export const pageOfNewMember = async (request: Request): Promise<string> =>
  (await askedBefore(request, "user")) ?? paths.user.buyToken;

/** The e-mail address of who has just reset a password, for the login's field. */
export const enteredEmail = (area: Area) => formStepCookie(`login_${area}`, ["email"]);

/** The headers of a login: the session, and the end of what was kept for it. */
export async function loginHeaders(area: Area, session: string): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": session });
  headers.append("Set-Cookie", await askedIs(area, null));
  headers.append("Set-Cookie", await enteredEmail(area).forget());
  return headers;
}

/** Loads the reason that a login is shown, and the known email address. */
export async function loadLogin(request: Request, context: AppLoadContext, area: Area) {
  const entered = await enteredEmail(area).read(request);
  return { reason: loginReason(request, context), email: entered?.email ?? "" };
}

/** Why a login is shown in place of a page; null for a login that was opened itself. */
export function loginReason(
  request: Request,
  { caller: { language } }: AppLoadContext,
): string | null {
  const { searchParams } = new URL(request.url);
  const { t } = translatorOf(language);
  if (searchParams.has(ENDED)) return t(`login:${searchParams.has(TO) ? "endedTo" : "ended"}`);
  return searchParams.has(TO) ? t("login:asked") : null;
}

/**
 * Returns the input that this page's form had when its session ended, as that form's refusal, and
 * the cookie that clears it. Another member of the same browser gets nothing of it, and clears it.
 */
export async function takeTyped(
  request: Request,
  { caller: { language, request: asking } }: AppLoadContext,
  memberCode: string,
): Promise<{ typed: FormReply | null; clear: string } | null> {
  const kept = unpacked(await typedCookie.parse(request.headers.get("Cookie")));
  if (!isKept(kept)) return null;
  const form = new FormData();
  for (const [name, value] of kept.fields) form.append(name, value);
  const clear = await typedCookie.serialize("", { maxAge: 0 });
  if (form.get(TYPED_BY) !== memberCode) return { typed: null, clear };
  if (kept.at !== asking.asked.path) return null;
  form.delete(TYPED_BY);
  const unsent = translatorOf(language).t(`login:${kept.isConfirmed ? "proved" : "unsent"}`);
  const typed: FormReply = {
    ...unreadFields(form).reply({ fieldErrors: { "": [unsent] } }),
    status: "error",
    code: "SESSION_ENDED",
    form: intentIn(form),
    toasts: [],
    retryAfterSeconds: null,
  };
  return { typed, clear };
}

/** Unpacks the input that `keep` packed; undefined for anything else. */
function unpacked(packed: unknown): unknown {
  if (typeof packed !== "string") return undefined;
  try {
    const text = inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: MOST_TYPED });
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

interface Kept {
  at: string;
  fields: [name: string, value: string][];
  /** The login was the proof that a form asked for: no session had ended. */
  isConfirmed?: unknown;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "string" &&
  "fields" in value &&
  Array.isArray(value.fields) &&
  value.fields.every(
    (one: unknown) =>
      Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string"),
  );
