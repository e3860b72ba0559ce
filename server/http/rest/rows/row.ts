import { z } from "zod";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import type { CallKind } from "@server/access";
import type { Caller } from "@server/http/router";
import type { ResponseParts } from "./shapes";

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
  /** Request fields that are not as the procedure's contract has them. */
  takes?: Readonly<Record<string, z.ZodType>>;
  /** Groups of optional fields of which one is required. */
  either?: readonly (readonly string[])[];
  /** Refusals that are not about a single field. */
  refuses?: readonly RefusalCode[];
  /** Request name → the procedure's name. */
  rename?: Readonly<Record<string, string>>;
  /** The body is multipart, with its file under `medias`. */
  takesFile?: true;
  /** The body may be multipart, with a file under `medias` beside the other fields. */
  mayTakeFile?: true;
  /** Exact success message, or a function of the input. */
  message?: string | ((input: Fields) => string);
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
  /** The kind of a change that ends a purchase; by default a member's change begins something. */
  kind?: CallKind;
  /** Nobody's data: a client may keep the answer, and asks each time whether it is still the same. */
  mayBeKept?: true;
}

export interface Row extends Required<
  Omit<
    Details,
    | "message"
    | "takesFile"
    | "mayTakeFile"
    | "changes"
    | "isIdempotent"
    | "changeIsAnswer"
    | "endsSession"
    | "mayBeKept"
    | "kind"
  >
> {
  method: Method;
  /** Under `/api/v1`. */
  path: string;
  audience: Audience;
  answer: z.ZodType;
  takesFile: boolean;
  mayTakeFile: boolean;
  /** True if the call can change data. */
  changes: boolean;
  isIdempotent: boolean;
  /** The answer, from what the procedure's transaction returns; null where that does not tell. */
  answerOfChange: ((changed: unknown) => unknown) | null;
  endsSession: boolean;
  mayBeKept: boolean;
  kind: CallKind;
  call(api: Caller, input: Fields): Promise<unknown>;
  message(input: Fields): string;
  shape(output: unknown, shaping: ResponseParts): unknown;
}

type Pick<I, O> = (api: Caller, input: Fields) => (input: I) => Promise<O>;

/**
 * One documented call as data (architecture.md §9). The procedure validates the untyped input. `answer`
 * is the `data` of a success, null without one; `shape` converts the procedure's answer, of which
 * only the fields of `answer` are sent.
 */
export function row<I>(
  audience: Audience,
  method: Method,
  path: string,
  pick: Pick<I, unknown>,
  quirks: Details & { answer?: undefined },
): Row;
export function row<I, A extends z.ZodType>(
  audience: Audience,
  method: Method,
  path: string,
  pick: Pick<I, z.input<A>>,
  quirks: Details & { answer: A; shape?: undefined },
): Row;
export function row<I, O, A extends z.ZodType>(
  audience: Audience,
  method: Method,
  path: string,
  pick: Pick<I, O>,
  quirks: Details & { answer: A; shape: (output: O, shaping: ResponseParts) => z.input<A> },
): Row;
export function row<I, O>(
  audience: Audience,
  method: Method,
  path: string,
  pick: Pick<I, O>,
  quirks: Details & {
    answer?: z.ZodType | undefined;
    shape?: ((output: O, shaping: ResponseParts) => unknown) | undefined;
  },
): Row {
  const { message = "", answer, shape, takesFile, isIdempotent, endsSession } = quirks;
  const changes = quirks.changes ?? method !== "GET";
  const kindOfChange = audience === "USER" || audience === "anyone" ? "begin" : "finish";
  return {
    audience,
    method,
    path,
    about: quirks.about,
    answer: answer ?? z.null(),
    takes: quirks.takes ?? {},
    either: quirks.either ?? [],
    refuses: quirks.refuses ?? [],
    rename: quirks.rename ?? {},
    takesFile: takesFile ?? false,
    mayTakeFile: quirks.mayTakeFile ?? false,
    changes,
    kind: quirks.kind ?? (changes ? kindOfChange : "look"),
    isIdempotent: isIdempotent ?? false,
    answerOfChange: !answer ? () => null : quirks.changeIsAnswer ? (changed) => changed : null,
    endsSession: endsSession ?? false,
    mayBeKept: quirks.mayBeKept ?? false,
    call: (api, input) => pick(api, input)(input as I),
    message: typeof message === "string" ? () => message : message,
    shape: (output, shaping) => (answer ? (shape ? shape(output as O, shaping) : output) : null),
  };
}
