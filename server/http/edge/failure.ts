import type { Logger } from "pino";
import type { Language } from "@locales/languages";
import { detectPageLanguage, refusalFrom, type RequestNotes, logRefusal } from "@server/access";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal, translatorOf } from "@server/platform";
import type { Brand } from "@themes/contract";
import { drawHeaderLogo } from "@themes/assets/drawings";
import { themeVariables } from "@themes/css";
import { PLATFORM_BRAND } from "@themes/plain";
import type { IncomingRequest } from "./incoming-request";
import { NOTHING } from "./security";

/**
 * The error boundary: shows a refusal as text; logs any other error once and shows its request id.
 */
export async function failure(
  error: unknown,
  request: Request,
  {
    pathname,
    incoming: { requestId, ip },
    notes,
    brand,
  }: {
    pathname: string | null;
    incoming: IncomingRequest;
    notes: RequestNotes;
    brand: Brand | null;
  },
  logger: Logger,
): Promise<Response> {
  const refusal = refusalFrom(error);
  if (refusal) logRefusal(logger, refusal, "http", { requestId, ip, notes });
  else logger.error({ err: error, requestId, path: pathname, ...notes }, "unexpected");
  const shown = refusal ?? refuse("UNEXPECTED");
  const status = httpStatusOf(shown.code);
  const headers = {
    ...retryAfter(shown),
    ...(isShownAgain(request, shown) && { refresh: String(refreshSeconds(shown)) }),
    "cache-control": "no-store",
  };
  const language = await detectPageLanguage(request);
  const message = translateRefusal(language, shown.code, shown.params);
  if (/^\/(api\/v1|trpc|user\/uploads)(\/|$)/.test(pathname ?? "")) {
    return Response.json(
      { status: "error", code: shown.code, message, data: null },
      { status, headers },
    );
  }
  const id = refusal ? null : requestId;
  const hint = shown.code === "UNKNOWN_HOST" ? translatorOf(language).t("login:unknownHost") : null;
  const looks = brand ?? PLATFORM_BRAND;
  return new Response(await failurePage({ language, message, hint, id, brand: looks }), {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      vary: "cookie, accept-language",
      "content-security-policy": `${NOTHING}; style-src 'unsafe-inline'`,
    },
  });
}

/** A page that got no turn loads itself again. */
const isShownAgain = ({ method }: Request, { code }: Refusal): boolean =>
  method === "GET" && (code === "SERVER_BUSY" || code === "SALE_BUSY");

/** Those who were turned away together come back one by one. */
const refreshSeconds = ({ retryAfterSeconds = 5 }: Refusal): number =>
  retryAfterSeconds + Math.floor(Math.random() * retryAfterSeconds);

function retryAfter(refusal: Refusal): Record<string, string> {
  const seconds = refusal.retryAfterSeconds;
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** Shows the brand of the host where one is known; an unknown host has the platform's look, and no company. */
async function failurePage({
  language,
  message,
  hint,
  id,
  brand,
}: {
  language: Language;
  message: string;
  /** Asks for what to do about it; null without any. */
  hint: string | null;
  id: string | null;
  brand: Brand;
}): Promise<string> {
  const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const advice = hint === null ? "" : `<p>${escape(hint)}</p>`;
  const request = id ? `<p>Request ${escape(id)}</p>` : "";
  const name = `<p class="brand">${brand === PLATFORM_BRAND ? await drawPlatform() : escape(brand.name)}</p>`;
  const looks = `:root{${coloursOf(brand, "light")}}@media(prefers-color-scheme:dark){:root{${coloursOf(brand, "dark")}}}body{background:var(--bg);color:var(--text)}.brand{border-bottom:3px solid var(--accent);padding-bottom:.75rem;font-weight:600}.brand svg>g:last-child *{fill:var(--text)}`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(brand.name)}</title><style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;max-width:32rem;margin:18vh auto;padding:0 1rem}main{padding:.5rem 1.5rem 1rem;border:1px solid var(--border);border-radius:.75rem;background:var(--surface)}h1{font-size:1.25rem}${looks}</style><main>${name}<h1>${escape(message)}</h1>${advice}${request}</main></html>`;
}

let drawn: Promise<string> | undefined;

/** Draws the platform's mark and name, once; its name alone stands for one that cannot be drawn. */
const drawPlatform = (): Promise<string> =>
  (drawn ??= drawHeaderLogo(PLATFORM_BRAND, "light").catch(() => PLATFORM_BRAND.name));

function coloursOf(brand: Brand, scheme: "light" | "dark"): string {
  const values = themeVariables(brand, scheme);
  const names = ["--bg", "--text", "--accent", "--surface", "--border"] as const;
  return names.map((name) => `${name}:${values[name]};`).join("");
}
