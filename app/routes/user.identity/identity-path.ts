import { IDENTITY_STEPS, type IdentityStep, PURCHASE } from "@server/members/rules/identity/steps";
import { paths } from "~/lib/paths";

/** The step that an address names, `send` for the last look; null for the overview. */
export const stepIn = (asked: URLSearchParams): IdentityStep | "send" | null =>
  ([...IDENTITY_STEPS, "send"] as const).find((step) => step === asked.get("step")) ?? null;

/** The amount of a purchase, in rupees, as an address has it; empty for any other text. */
export const amountIn = (typed: string | null): string =>
  typed !== null && PURCHASE.test(typed) ? typed : "";

/** The amount of the purchase from which the member came; empty without one. */
export const purchaseIn = (asked: URLSearchParams): string => amountIn(asked.get("buy"));

/** The address of a step, which keeps the purchase. */
export function identityPath(step: IdentityStep | "send" | null, purchase: string): string {
  const asked = new URLSearchParams({ ...(step && { step }), ...(purchase && { buy: purchase }) });
  return asked.size > 0 ? `${paths.user.identity}?${asked.toString()}` : paths.user.identity;
}

/** Buy Token, with the amount of the purchase. */
export const purchasePath = (purchase: string): string =>
  purchase ? `${paths.user.buyToken}?amount=${purchase}` : paths.user.buyToken;
