import type { Constraints, Constrained } from "~/lib/constraints.server";

type Errors = Record<string, string[]>;

/** What is wrong with a field as it is, by the constraints whose texts came with the page. */
function problemIn(typed: FormData, name: string, field: Constrained): string | undefined {
  const value = typed.get(name);
  const { required, minLength, texts = {} } = field;
  // An unticked checkbox is not in the form at all.
  if (!value) return required ? texts.required : undefined;
  if (typeof value !== "string") return undefined;
  if (minLength !== undefined && value.length < minLength) return texts.minLength;
  if (texts.pattern && !new RegExp(`^(?:${texts.pattern.of})$`, "u").test(value)) {
    return texts.pattern.text;
  }
  // A password that is not there has a message of its own.
  const first = texts.same && typed.get(texts.same.of);
  return first && first !== value ? texts.same?.text : undefined;
}

/** All that a browser can find wrong with a form, by field; null if it may be sent. */
export function problemsOf(typed: FormData, constraints: Constraints): Errors | null {
  const found = Object.entries(constraints).flatMap(([name, field]) => {
    const problem = problemIn(typed, name, field);
    return problem === undefined ? [] : [[name, [problem]] satisfies [string, string[]]];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/**
 * The messages that are left after a field was typed in: its own goes, unless it says what is still
 * wrong. So does that of a repetition which is equal now.
 */
export function leftAfter<Error extends Readonly<Record<string, string[] | null>>>(
  errors: Error,
  changed: string,
  typed: FormData,
  constraints: Constraints = {},
): Error {
  const left = Object.entries(errors).filter(([name, texts]) => {
    const field = constraints[name] ?? {};
    if (name !== changed && field.texts?.same?.of !== changed) return true;
    return texts?.includes(problemIn(typed, name, field) ?? "") === true;
  });
  return left.length === Object.keys(errors).length ? errors : (Object.fromEntries(left) as Error);
}
