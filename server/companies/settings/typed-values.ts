import { bpsFromPercent, parsePriceToMicroRupees } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Converts a typed percentage to basis points. */
export function bpsOf(
  percent: string,
  invalid:
    | "FEE_PERCENT_INVALID"
    | "BONUS_PERCENT_INVALID"
    | "REWARD_PERCENT_INVALID"
    | "SPLIT_PERCENT_INVALID"
    | "UNVERIFIED_HOLD_INVALID",
): number {
  const bps = bpsFromPercent(percent);
  if (bps === null) throw refuse(invalid);
  return bps;
}

/** Converts typed rupees to micro-rupees. */
export function priceOf(rupees: string): number {
  const price = parsePriceToMicroRupees(rupees);
  if (price === null || price <= 0) throw refuse("PRICE_INVALID");
  return price;
}
