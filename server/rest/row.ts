import type { Caller } from "@server/procedures/router";
import type { Shaping } from "./shapes";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who a row is for. The door asks first; the procedure is the wall all the same. */
export type Audience = "anyone" | "USER" | "ADMIN" | "SUPER_ADMIN" | "signed in";

interface Quirks<O> {
  /** Wire name → the procedure's name. */
  rename?: Readonly<Record<string, string>>;
  /** Exact success message; by the input where it depends on it. */
  say?: string | ((input: Readonly<Record<string, unknown>>) => string);
  /** The answer as the wire has it. */
  shape?: (output: O, door: Shaping) => unknown;
  /** The body is multipart, its file under `medias`. */
  takesFile?: true;
}

export interface Row {
  method: Method;
  /** Under `/api/v1`. */
  path: string;
  audience: Audience;
  rename: Readonly<Record<string, string>>;
  takesFile: boolean;
  call(api: Caller, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  say(input: Readonly<Record<string, unknown>>): string;
  shape(output: unknown, door: Shaping): unknown;
}

/**
 * One documented call as data (house style 10). The procedure parses its own input, so what it is
 * handed here need not be of its type yet.
 */
export function row<I, O>(
  audience: Audience,
  method: Method,
  path: string,
  pick: (api: Caller, input: Readonly<Record<string, unknown>>) => (input: I) => Promise<O>,
  quirks: Quirks<O> = {},
): Row {
  const { say = "", shape } = quirks;
  return {
    audience,
    method,
    path,
    rename: quirks.rename ?? {},
    takesFile: quirks.takesFile ?? false,
    call: (api, input) => pick(api, input)(input as I),
    say: typeof say === "string" ? () => say : say,
    shape: (output, door) => (shape ? shape(output as O, door) : output),
  };
}
