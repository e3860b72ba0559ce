import { z } from "zod";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import type { Caller } from "@server/http/router";
import type { WireField } from "@server/http/rest/openapi/field-schema";
import type { ResponseParts } from "@server/http/rest/openapi/response-shapes";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A row's audience. The transport checks it first, and the procedure again. */
export type Audience = "anyone" | "USER" | "ADMIN" | "SUPER_ADMIN" | "signed in";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A row's details besides its address and procedure; the document is generated from the same data.
 */
interface Details {
  /** A one-line summary of the call. */
  about: string;
  /** Request fields with a meaning specific to this row, or without a contract. */
  takes?: Readonly<Record<string, WireField>>;
  /** Groups of optional fields of which one is required. */
  either?: readonly (readonly string[])[];
  /** Refusals that are not about a single field. */
  refuses?: readonly RefusalCode[];
  /** Request name → the procedure's name. */
  rename?: Readonly<Record<string, string>>;
  /** The body is multipart, with its file under `medias`. */
  takesFile?: true;
  /** A GET with side effects. */
  changes?: true;
  /**
   * The procedure is idempotent: it stores its answer in its transaction (access/call/once-per-key.ts).
   */
  isIdempotent?: true;
  /**
   * The procedure's transaction returns its answer, which is then stored with the change
   * (`answerOnce`). A row that answers nothing needs no such mark.
   */
  changeIsAnswer?: true;
  /** The call ends the token's session; a repeated call is still identified by the token. */
  endsSession?: true;
  /** Nobody's data: a client may keep the answer, and asks each time whether it is still the same. */
  mayBeKept?: true;
}

interface Quirks<O, A extends z.ZodType> extends Details {
  /** The `data` of a success. */
  answer: A;
  /** Exact success message, or a function of the input. */
  message?: string | ((input: Fields) => string);
  /** Converts the procedure's answer to the REST format. */
  shape: (output: O, shaping: ResponseParts) => z.input<A>;
}

export interface Row extends Required<
  Omit<
    Details,
    "takesFile" | "changes" | "isIdempotent" | "changeIsAnswer" | "endsSession" | "mayBeKept"
  >
> {
  method: Method;
  /** Under `/api/v1`. */
  path: string;
  audience: Audience;
  answer: z.ZodType;
  takesFile: boolean;
  /** True if the call can change data. */
  changes: boolean;
  isIdempotent: boolean;
  /** The answer, from what the procedure's transaction returns; null where that does not tell. */
  answerOfChange: ((changed: unknown) => unknown) | null;
  endsSession: boolean;
  mayBeKept: boolean;
  call(api: Caller, input: Fields): Promise<unknown>;
  message(input: Fields): string;
  shape(output: unknown, shaping: ResponseParts): unknown;
}

/** One documented call as data (architecture.md §9). The procedure validates the untyped input. */
export function row<I, O, A extends z.ZodType>(
  audience: Audience,
  method: Method,
  path: string,
  pick: (api: Caller, input: Fields) => (input: I) => Promise<O>,
  quirks: Quirks<O, A>,
): Row {
  const { message = "", shape, changes, takesFile, isIdempotent, endsSession } = quirks;
  return {
    audience,
    method,
    path,
    about: quirks.about,
    answer: quirks.answer,
    takes: quirks.takes ?? {},
    either: quirks.either ?? [],
    refuses: quirks.refuses ?? [],
    rename: quirks.rename ?? {},
    takesFile: takesFile ?? false,
    changes: changes ?? method !== "GET",
    isIdempotent: isIdempotent ?? false,
    answerOfChange:
      quirks.answer instanceof z.ZodNull
        ? () => null
        : quirks.changeIsAnswer
          ? (changed) => changed
          : null,
    endsSession: endsSession ?? false,
    mayBeKept: quirks.mayBeKept ?? false,
    call: (api, input) => pick(api, input)(input as I),
    message: typeof message === "string" ? () => message : message,
    shape: (output, shaping) => shape(output as O, shaping),
  };
}
