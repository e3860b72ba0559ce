import { FALLBACK_LANGUAGE } from "@locales/languages";
import { translateRefusal } from "@server/platform";

export type Json = Readonly<Record<string, unknown>>;

/** The schema of an object with exactly these fields. */
export const envelope = (properties: Json): Json => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The schema of a refusal with one of these codes. */
export const refusal = (codes: readonly string[]): Json =>
  envelope({
    status: { const: "error", description: "The call was refused; nothing has changed." },
    code: {
      type: "string",
      enum: codes,
      description: "The reason, for programs.",
      examples: [codes[0]],
    },
    message: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 2 }],
      description: "The reason, for people: a text, or a list of them.",
      examples: [plainWords(codes[0] ?? "")],
    },
    data: { type: "null", description: "Nothing." },
  });

const RETRY_AFTER: Json = {
  description: "The seconds to wait before the next attempt.",
  required: true,
  schema: { type: "integer", minimum: 1, examples: [30] },
};

/** A code's text, with its placeholders. */
const plainWords = (code: string): string =>
  translateRefusal(FALLBACK_LANGUAGE, code, {}).replaceAll(/\{\w+\}/g, "…");

/** The responses of refusals, by their status. */
export const refusedResponses = (byStatus: readonly [number, readonly string[]][]): Json =>
  Object.fromEntries(
    byStatus.map(([status, codes]): [string, Json] => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\` ${plainWords(code)}`).join("\n\n"),
        ...((status === 429 || status === 503) && { headers: { "Retry-After": RETRY_AFTER } }),
        content: { "application/json": { schema: refusal(codes) } },
      },
    ]),
  );
