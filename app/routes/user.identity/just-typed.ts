import { normaliseKycNumber } from "@server/platform/rules/people/kyc-number";

/** Numbers that this page has taken, in its memory alone: the browser writes it, a server never does. */
const typed = new Map<"pan" | "second", string>();

export const keepJustTyped = (step: "pan" | "second", number: string) => typed.set(step, number);

/** The whole number that was just typed, where it is the one that is kept as `masked`. */
export function justTyped(step: "pan" | "second", masked: string | null): string | null {
  const number = normaliseKycNumber(typed.get(step) ?? "");
  const end = masked?.replace(/^X+/, "") ?? "";
  return number && end && number.endsWith(end) ? number : masked;
}
