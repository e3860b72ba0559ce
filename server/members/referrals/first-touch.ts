import { isbot } from "isbot";
import { type Deps, findReferrer } from "@server/access";
import type { Secrets } from "@server/platform";
import { referralDaysOf } from "@server/companies/rules/retention";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import type { CompanySite } from "@server/sites";

/** The referral code by which a browser first came to a company, and the tag of the link. */
export interface FirstTouch {
  code: string;
  /** Empty without one. */
  tag: string;
  /** Seconds since 1970. */
  at: number;
}

const CODE = /^[A-Z0-9]{4,20}$/;
const TAG = /^[a-z0-9-]{1,20}$/;
const DAY_SECONDS = 24 * 60 * 60;

/** A browser's openings of one link within this time count once. */
const SAME_CLICK_SECONDS = 60 * 60;

const signedText = (companyId: string, { code, tag, at }: FirstTouch): string =>
  [companyId, code, tag, at].join(" ");

/** Makes the cookie's value: it is valid for one company and cannot be changed. */
export const sealTouch = (secrets: Secrets, companyId: string, touch: FirstTouch): string =>
  [
    touch.code,
    touch.tag,
    touch.at,
    secrets.keyedHash("first-touch", signedText(companyId, touch)),
  ].join(".");

/** Reads a cookie's value; null if it is not this company's, was changed, or is older than `days`. */
export function readTouch(
  secrets: Secrets,
  companyId: string,
  sealed: string | null,
  { days, now }: { days: number; now: Date },
): FirstTouch | null {
  const [code = "", tag = "", seconds = "", signature = ""] = sealed?.split(".") ?? [];
  const touch = { code, tag, at: Number(seconds) };
  if (!secrets.matches("first-touch", signedText(companyId, touch), signature)) return null;
  const age = now.getTime() / 1000 - touch.at;
  return age <= days * DAY_SECONDS ? touch : null;
}

/** Returns the code and the tag that an address names (`?ref=CODE&c=tag`); null without a code. */
export function linkIn(query: URLSearchParams): Pick<FirstTouch, "code" | "tag"> | null {
  const code = normaliseReferralCode(query.get("ref")?.slice(0, 40) ?? "");
  const tag = query.get("c")?.trim().toLowerCase() ?? "";
  return CODE.test(code) ? { code, tag: TAG.test(tag) ? tag : "" } : null;
}

interface Arrival {
  company: CompanySite;
  /** The page's query. */
  query: URLSearchParams;
  /** The value of the browser's cookie. */
  cookie: string | null;
  request: Request;
  /** Scheme, host and port as the browser sees them. */
  origin: string;
}

/**
 * Notes by whose link a browser opens a page: it counts the click, and keeps the first code that a
 * member has. Returns the touch that counts, and the value of the cookie to set, if it is new. A page
 * without a code costs no statement.
 */
export async function noteArrival(
  { database, secrets, clicks }: Pick<Deps, "database" | "secrets" | "clicks">,
  { company, query, cookie, request, origin }: Arrival,
): Promise<{ touch: FirstTouch | null; fresh: { value: string; seconds: number } | null }> {
  const now = new Date();
  const days = referralDaysOf(company.settings);
  const kept = cookie === null ? null : readTouch(secrets, company.id, cookie, { days, now });
  const link = linkIn(query);
  if (!link) return { touch: kept, fresh: null };
  const at = Math.floor(now.getTime() / 1000);
  const isAgain = kept?.code === link.code && at - kept.at < SAME_CLICK_SECONDS;
  if (!isAgain && isClick(request, origin)) {
    clicks?.add({ companyId: company.id, ...link, day: dateInIndia(now) });
  }
  if (kept || !(await findReferrer(database.db, company.id, link.code))) {
    return { touch: kept, fresh: null };
  }
  const touch = { ...link, at };
  const value = sealTouch(secrets, company.id, touch);
  return { touch, fresh: { value, seconds: days * DAY_SECONDS } };
}

/** True for a person who opens a link from elsewhere; not for a program, a prefetch, or an own page. */
export function isClick({ method, headers }: Request, origin: string): boolean {
  const agent = headers.get("user-agent");
  const purpose = `${headers.get("sec-purpose")} ${headers.get("purpose")}`;
  const isOwn =
    headers.get("sec-fetch-site") === "same-origin" ||
    (headers.get("referer")?.startsWith(`${origin}/`) ?? false);
  return (
    method === "GET" && !!agent && !isbot(agent) && !/prefetch|preview/i.test(purpose) && !isOwn
  );
}
