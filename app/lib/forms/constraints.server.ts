/**
 * The constraints that a browser can check, derived from the contracts on the server: zod stays
 * there.
 *
 *   const constraints = constraintsOf({ request: RequestPasswordReset, reset: ResetPasswordForm });
 *   export const loader = () => ({ constraints });
 *
 * A form selects its own: `<PostForm contract="reset">`.
 */
import type { useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { ZodObject, type ZodType } from "zod";

type Attributes = NonNullable<Parameters<typeof useForm>[0]["constraint"]>[string];

/** Attributes by field, in conform's format. */
export type Constraints = Record<string, Attributes>;

/** The constraints of a page's forms, each under the name of its contract. */
export function constraintsOf<Name extends string>(
  contracts: Readonly<Record<Name, ZodType>>,
): Record<Name, Constraints> {
  const entries = Object.entries<ZodType>(contracts).map(([name, contract]) => [
    name,
    read(contract),
  ]);
  return Object.fromEntries(entries) as Record<Name, Constraints>;
}

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

/** Returns true if a contract requires this field; conform reports a union of types as required. */
function needs(contract: ZodType, name: string): boolean {
  if (!(contract instanceof ZodObject)) return true;
  const fields: Readonly<Record<string, ZodType>> = contract.shape;
  return fields[name]?.safeParse(undefined).success !== true;
}
