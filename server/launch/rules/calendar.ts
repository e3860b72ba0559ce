import type { UnlockPlans } from "@db/vocabulary";
import { partsOf, type Part } from "./unlock-plan";

/**
 * Returns the days on which tokens of these allocations unlock, oldest first, each with its sum. A
 * reversal takes back the parts of its allocation.
 */
export function calendarOf(
  holdings: readonly { isBought: boolean; quantity: number }[],
  { bought, earned }: UnlockPlans,
  launchDay: string,
): Part[] {
  const days = new Map<string, bigint>();
  for (const { isBought, quantity } of holdings) {
    for (const { day, amount } of partsOf(
      BigInt(quantity),
      isBought ? bought : earned,
      launchDay,
    )) {
      days.set(day, (days.get(day) ?? 0n) + amount);
    }
  }
  return [...days]
    .filter(([, amount]) => amount !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, amount]) => ({ day, amount }));
}
