import { REFUSAL_KINDS } from "@server/domain/refusals/codes";
import type { RefusalCode, RefusalKind } from "@server/domain/refusals/codes";
import type { refusals as englishRefusals } from "@server/words/en/refusals";

/** What the words of a refusal are filled with. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/** The `{names}` in a text, as a union. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/**
 * What a code's own words need. `{wait}` is filled from `seconds`: the words say it in the reader's
 * language, and a REST answer repeats it as Retry-After.
 */
export type ParamsOf<Code extends RefusalCode> = {
  readonly [
    Name in NamesIn<(typeof englishRefusals)[Code]> as Name extends "wait" ? "seconds" : Name
  ]: Name extends "wait" ? number : string | number;
};

/** The codes whose words stand by themselves: what contracts and tables of rules may name. */
export type PlainRefusalCode = {
  [Code in RefusalCode]: keyof ParamsOf<Code> extends never ? Code : never;
}[RefusalCode];

export interface RefusalDetails {
  /** When asking again may help; taken from `params.seconds` where that is given. */
  readonly retryAfterSeconds?: number;
  /** Field name → code (or a text shown as it stands), for a form to show beside its fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

/** "No", with a reason that a person can read and a program can tell apart. Never a fault of ours. */
export class Refusal extends Error {
  /** The browser's bundle and the server's each carry this class; the mark makes them one. */
  readonly isPrelaunchRefusal = true;
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly kind: RefusalKind;
  readonly params: RefusalParams;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(code: RefusalCode, params: RefusalParams = {}, details: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.kind = REFUSAL_KINDS[code];
    this.params = params;
    const seconds = details.retryAfterSeconds ?? params["seconds"];
    this.retryAfterSeconds =
      typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
    this.fields = details.fields;
  }
}

type Arguments<Code extends RefusalCode> = keyof ParamsOf<Code> extends never
  ? [params?: RefusalParams, details?: RefusalDetails]
  : [params: ParamsOf<Code> & RefusalParams, details?: RefusalDetails];

/**
 * Makes a refusal to throw: `throw refuse("ORDER_ALREADY_DECIDED")`. Leaving out something the
 * code's words need is a compile error.
 */
export function refuse<Code extends RefusalCode>(code: Code, ...rest: Arguments<Code>): Refusal {
  const [params, details] = rest;
  return new Refusal(code, params, details);
}

/** Whether something thrown is a refusal of ours. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && "isPrelaunchRefusal" in thrown;
}
