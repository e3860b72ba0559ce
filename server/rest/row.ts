import type { z } from "zod";
import type { RefusalCode } from "@server/domain/refusals/codes";
import type { Caller } from "@server/procedures/router";
import type { WireField } from "./field";
import type { Shaping } from "./shapes";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who a row is for. The door asks first; the procedure is the wall all the same. */
export type Audience = "anyone" | "USER" | "ADMIN" | "SUPER_ADMIN" | "signed in";

type Fields = Readonly<Record<string, unknown>>;

/** What a row is besides its address and procedure; the document is made from the same data. */
interface Details {
  /** What the call does, in one line. */
  about: string;
  /** Fields of the wire whose meaning is this row's own, or that no contract names. */
  takes?: Readonly<Record<string, WireField>>;
  /** Of fields that are not needed each, the groups of which one is. */
  either?: readonly (readonly string[])[];
  /** Refusals that belong to no single field. */
  refuses?: readonly RefusalCode[];
  /** Wire name → the procedure's name. */
  rename?: Readonly<Record<string, string>>;
  /** The body is multipart, its file under `medias`. */
  takesFile?: true;
  /** A GET that changes something all the same. */
  changes?: true;
  /** The procedure remembers its own answer, together with what it does (context/once.ts). */
  isOnce?: true;
  /** The token is dead afterwards: a repeated call is known by it still. */
  endsSession?: true;
}

interface Quirks<O, A extends z.ZodType> extends Details {
  /** The `data` of a success. */
  answer: A;
  /** Exact success message; by the input where it depends on it. */
  say?: string | ((input: Fields) => string);
  /** The procedure's answer as the wire has it. */
  shape: (output: O, door: Shaping) => z.input<A>;
}

export interface Row extends Required<
  Omit<Details, "takesFile" | "changes" | "isOnce" | "endsSession">
> {
  method: Method;
  /** Under `/api/v1`. */
  path: string;
  audience: Audience;
  answer: z.ZodType;
  takesFile: boolean;
  /** Whether anything may be another way afterwards. */
  changes: boolean;
  isOnce: boolean;
  endsSession: boolean;
  call(api: Caller, input: Fields): Promise<unknown>;
  say(input: Fields): string;
  shape(output: unknown, door: Shaping): unknown;
}

/**
 * One documented call as data (house style 10). The procedure parses its own input, so what it is
 * handed here need not be of its type yet.
 */
export function row<I, O, A extends z.ZodType>(
  audience: Audience,
  method: Method,
  path: string,
  pick: (api: Caller, input: Fields) => (input: I) => Promise<O>,
  quirks: Quirks<O, A>,
): Row {
  const { say = "", shape, changes, takesFile, isOnce, endsSession } = quirks;
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
    isOnce: isOnce ?? false,
    endsSession: endsSession ?? false,
    call: (api, input) => pick(api, input)(input as I),
    say: typeof say === "string" ? () => say : say,
    shape: (output, door) => shape(output as O, door),
  };
}
