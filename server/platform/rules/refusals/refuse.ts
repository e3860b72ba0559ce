import { type RefusalCode, UNAVAILABLE } from "./codes";
import type { RULE_VALUES } from "@server/platform/rules/rule-values";
import type { RefusalPlaceholders } from "@locales/refusal-placeholders";

/** Parameters of a refusal's text. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/**
 * The parameters of a code's text, without the rule values. `{{wait}}` is filled from `seconds`:
 * the text formats it in the reader's language, and a REST answer repeats it as Retry-After.
 */
export type ParamsOf<Code extends RefusalCode> = {
  readonly [
    Name in Exclude<RefusalPlaceholders[Code], keyof typeof RULE_VALUES> as Name extends "wait"
      ? "seconds"
      : Name
  ]: Name extends "wait" ? number : string | number;
};

/** The codes whose texts have no parameters, which contracts and rule tables can use. */
export type PlainRefusalCode = {
  [Code in RefusalCode]: keyof ParamsOf<Code> extends never ? Code : never;
}[RefusalCode];

export interface RefusalDetails {
  /** Seconds until a retry; default: `params.seconds`, or 5 for a service that is unavailable. */
  readonly retryAfterSeconds?: number;
  /** Field name → code (or literal text), for a form to show beside its fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

const UNAVAILABLE_SECONDS = 5;

/** A refusal with a code and a text, as opposed to an internal error. */
export class Refusal extends Error {
  /** The browser's bundle and the server's each have this class; this field identifies both. */
  readonly isPrelaunchRefusal = true;
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly params: RefusalParams;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(code: RefusalCode, params: RefusalParams = {}, details: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.params = params;
    const usual = UNAVAILABLE.some((one) => one === code) ? UNAVAILABLE_SECONDS : undefined;
    const seconds = details.retryAfterSeconds ?? params["seconds"] ?? usual;
    this.retryAfterSeconds =
      typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
    this.fields = details.fields;
  }
}

type Arguments<Code extends RefusalCode> = keyof ParamsOf<Code> extends never
  ? [params?: RefusalParams, details?: RefusalDetails]
  : [params: ParamsOf<Code> & RefusalParams, details?: RefusalDetails];

/**
 * Creates a refusal to throw: `throw refuse("ORDER_ALREADY_DECIDED")`. A missing text parameter is
 * a compile error.
 */
export function refuse<Code extends RefusalCode>(code: Code, ...rest: Arguments<Code>): Refusal {
  const [params, details] = rest;
  return new Refusal(code, params, details);
}

/** Returns a value that is there; refuses with the code for one that is not. */
export function orRefuse<T>(value: T | null | undefined | false, code: PlainRefusalCode): T {
  if (value === null || value === undefined || value === false) throw refuse(code);
  return value;
}

/** Creates a refusal that a form shows beside one of its fields. */
export const refuseField = (field: string, code: PlainRefusalCode): Refusal =>
  besideField(refuse(code), field);

/** Shows a refusal beside a field. */
export const besideField = ({ code, params }: Refusal, field: string): Refusal =>
  new Refusal(code, params, { fields: { [field]: [code] } });

/** The fault of each field of an input; null where it has none. */
export type Faults<Field extends string = string> = Readonly<
  Partial<Record<Field, PlainRefusalCode | null>>
>;

/** Refuses with the first fault, if there is one, and names all of them beside their fields. */
export function refuseFaults(faults: Faults): void {
  const found = Object.entries(faults).flatMap(([field, fault]) =>
    fault ? [[field, fault] as const] : [],
  );
  const [first] = found;
  if (!first) return;
  throw refuse(first[1], {}, { fields: Object.fromEntries(found.map(([at, one]) => [at, [one]])) });
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && "isPrelaunchRefusal" in thrown;
}
