import { httpStatusOf } from "@server/domain/refusals/codes";
import type { Refusal } from "@server/domain/refusals/refuse";
import type { Language } from "@db/vocabulary";
import { translateRefusal } from "@server/words/refusals.server";

/** The envelope of a success (architecture.md §9). */
export const succeed = (message: string, data: unknown): Response =>
  Response.json({ status: "success", message, data: data ?? null }, { headers: NO_STORE });

const NO_STORE = { "cache-control": "no-store" };

/** The envelope of a refusal: one reason as a string, several as a list. */
export function refused(refusal: Refusal, language: Language): Response {
  const inWords = (code: string) => translateRefusal(language, code, refusal.params);
  const reasons = [
    ...new Set(
      Object.values(refusal.fields ?? {})
        .flat()
        .map(inWords),
    ),
  ];
  const message = reasons.length > 1 ? reasons : (reasons[0] ?? inWords(refusal.code));
  const headers = new Headers(NO_STORE);
  const wait = refusal.retryAfterSeconds;
  if (wait !== undefined) headers.set("retry-after", String(wait));
  return Response.json(
    { status: "error", code: refusal.code, message, data: null },
    { status: httpStatusOf(refusal.kind), headers },
  );
}
