/**
 * The constraints that a browser can check, derived from the contracts on the server: zod stays
 * there.
 *
 *   const constraints = constraintsOf({ request: RequestPasswordReset, reset: ResetPasswordForm });
 *   export const loader = () => ({ constraints });
 *
 * A form selects its own: `<PostForm contract="reset">`. With `constraintsIn` the browser also has the
 * texts, and then says all that is missing before the form is sent.
 */
import type { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { typedPatterns } from "@server/contracts/fields";
import type { Language } from "@locales/languages";
import { translateRefusal } from "@server/words/refusals.server";
import { ZodObject, ZodOptional, ZodPipe, ZodType } from "zod";

type Attributes = NonNullable<Parameters<typeof useForm>[0]["constraint"]>[string];

/** What a field says while it breaks a constraint: a refusal's text. */
interface Texts {
  required?: string;
  minLength?: string;
  /** What it must look like as typed (HTML's `pattern`), where that is known. */
  pattern?: { of: string; text: string };
  /** The field that it repeats. */
  same?: { of: string; text: string };
}

/** A field's attributes, and its texts where the loader gave them. */
export type Constrained = Attributes & { texts?: Texts };

/** By field, in conform's format. */
export type Constraints = Record<string, Constrained>;

/** The constraints of a page's forms, each under the name of its contract. */
export function constraintsOf<Name extends string>(
  contracts: Readonly<Record<Name, ZodType>>,
): Record<Name, Constraints> {
  const entries = Object.entries<ZodType>(contracts).map(([name, contract]) => [
    name,
    read(contract),
  ]);
  const constraints = Object.fromEntries(entries) as Record<Name, Constraints>;
  contractsOf.set(constraints, contracts);
  return constraints;
}

const contractsOf = new WeakMap<object, Readonly<Record<string, ZodType>>>();

const translated = new WeakMap<object, Map<Language, Record<string, Constraints>>>();

/** The constraints with the texts of a language: the form is checked before it is sent. */
export function constraintsIn<Name extends string>(
  constraints: Record<Name, Constraints>,
  language: Language,
): Record<Name, Constraints> {
  const known = translated.get(constraints) ?? new Map<Language, Record<string, Constraints>>();
  translated.set(constraints, known);
  const found = known.get(language) ?? translate(constraints, language);
  known.set(language, found);
  return found;
}

function translate(
  constraints: Readonly<Record<string, Constraints>>,
  language: Language,
): Record<string, Constraints> {
  const entries = Object.entries<ZodType>(contractsOf.get(constraints) ?? {}).map(
    ([name, contract]) => [name, withTexts(constraints[name] ?? {}, contract, language)],
  );
  return Object.fromEntries(entries) as Record<string, Constraints>;
}

function withTexts(constraints: Constraints, contract: ZodType, language: Language): Constraints {
  if (!(contract instanceof ZodObject)) return constraints;
  const shape: Readonly<Record<string, ZodType>> = contract.shape;
  /** The text for a value that the contract refuses at this field. */
  const textFor = (typed: Record<string, unknown>, name: string): string | undefined => {
    const issues = contract.safeParse(typed).error?.issues ?? [];
    const issue = issues.find(({ path }) => path[0] === name);
    return issue && translateRefusal(language, issue.message);
  };
  const fields = Object.entries(shape).map(([name, field]): [string, Constrained] => {
    const { required, minLength = 0 } = constraints[name] ?? {};
    const texts: Texts = {};
    const missing = required && textFor({}, name);
    if (missing) texts.required = missing;
    const short = minLength > 1 && textFor({ [name]: "x".repeat(minLength - 1) }, name);
    if (short) texts.minLength = short;
    const pattern = patternOf(field);
    const wrong = pattern !== undefined && textFor({ [name]: "x" }, name);
    if (wrong) texts.pattern = { of: pattern, text: wrong };
    const of = repeatedBy(name);
    const differs = of in shape && textFor({ [of]: "x".repeat(99), [name]: "y".repeat(99) }, name);
    if (differs) texts.same = { of, text: differs };
    return [name, { ...constraints[name], ...(Object.keys(texts).length > 0 && { texts }) }];
  });
  return Object.fromEntries(fields.filter(([, field]) => Object.keys(field).length > 0));
}

/**
 * The constraints with a date that must not be later than `latest` (YYYY-MM-DD), which the browser
 * checks by a pattern, as all that depends on the typed text alone.
 */
export function notAfter(
  constraints: Constraints,
  field: string,
  { latest, text }: { latest: string; text: string },
): Constraints {
  const { texts, ...attributes } = constraints[field] ?? {};
  const pattern = { of: datesUntil(latest), text };
  return { ...constraints, [field]: { ...attributes, texts: { ...texts, pattern } } };
}

/** A pattern of all dates until this one: each has a smaller digit at the first difference. */
const datesUntil = (latest: string): string =>
  [...latest]
    .flatMap((digit, at) =>
      /[1-9]/.test(digit) ? [`${latest.slice(0, at)}[0-${Number(digit) - 1}].*`] : [],
    )
    .concat(latest)
    .join("|");

/** How a field looks as typed, also where it is optional. */
function patternOf(field: ZodType): string | undefined {
  const own = typedPatterns.get(field)?.pattern;
  if (own !== undefined) return own;
  if (field instanceof ZodPipe && field.out instanceof ZodOptional) {
    const inner = field.out.unwrap();
    return inner instanceof ZodType ? patternOf(inner) : undefined;
  }
  return undefined;
}

/** "confirmNewPassword" repeats "newPassword". */
const repeatedBy = (name: string): string =>
  name.replace(/^confirm(\w)/, (_all, first: string) => first.toLowerCase());

function read(contract: ZodType): Constraints {
  const constraints: Constraints = {};
  for (const [name, all] of Object.entries(getZodConstraint(contract))) {
    // A contract normalizes its input (blanks, capitals) before it compares; a browser does not. A
    // list is entered as one text, or as one field per item.
    const { required, pattern: _pattern, multiple: _multiple, ...rest } = all;
    if (rest.minLength === 1) delete rest.minLength;
    // A browser truncates longer input silently: the user would not know their password.
    if (/password/i.test(name)) delete rest.maxLength;
    const attributes = { ...rest, ...(required && needs(contract, name) && { required }) };
    if (Object.keys(attributes).length > 0) constraints[name] = attributes;
  }
  return constraints;
}

/** Whether a contract requires this field; conform reports a union of types as required. */
function needs(contract: ZodType, name: string): boolean {
  if (!(contract instanceof ZodObject)) return true;
  const fields: Readonly<Record<string, ZodType>> = contract.shape;
  return fields[name]?.safeParse(undefined).success !== true;
}
