import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import { FALLBACK_LANGUAGE, type Language } from "@locales/languages";
import { respondWith, representations } from "@server/http/pages/representations";
import { translateRefusal } from "@server/platform";
import { fieldsRefused } from "@server/http/rest/openapi/row-refusals";
import type { Row } from "@server/http/rest/rows/row";

/** The envelope of a success (architecture.md §9), for this caller alone. */
export const succeed = (message: string, data: unknown): Response =>
  Response.json(success(message, data), { headers: NO_STORE });

/** Answers a success that a client may keep: 304 while it has this one. */
export const succeedOrUnchanged = (request: Request, message: string, data: unknown): Response =>
  respondWith(request, representations(Buffer.from(JSON.stringify(success(message, data)))), {
    "content-type": "application/json",
    "cache-control": "no-cache",
  });

const success = (message: string, data: unknown) => ({
  status: "success",
  message,
  data: data ?? null,
});

const NO_STORE = { "cache-control": "no-store" };

/** The English words of older clients, with their spelling; screens say it right (architecture.md §11). */
const AS_BEFORE: Partial<Record<string, string>> = {
  CURRENT_PASSWORD_REQUIRED: "Please enter you current password",
};

/**
 * The envelope of a refusal: one reason as a string, several as a list, and the fields of the call in
 * the same way.
 */
export function refused(refusal: Refusal, language: Language, row?: Row): Response {
  const inWords = (code: string) =>
    (language === FALLBACK_LANGUAGE && AS_BEFORE[code]) ||
    translateRefusal(language, code, refusal.params);
  const reasons = [
    ...new Set(
      Object.values(refusal.fields ?? {})
        .flat()
        .map(inWords),
    ),
  ];
  const message = reasons.length > 1 ? reasons : (reasons[0] ?? inWords(refusal.code));
  const fields = row ? fieldsRefused(row, refusal) : [];
  const field = fields.length > 0 && { field: fields.length > 1 ? fields : fields[0] };
  const headers = new Headers(NO_STORE);
  const wait = refusal.retryAfterSeconds;
  if (wait !== undefined) headers.set("retry-after", String(wait));
  return Response.json(
    { status: "error", code: refusal.code, message, ...field, data: null },
    { status: httpStatusOf(refusal.code), headers },
  );
}
