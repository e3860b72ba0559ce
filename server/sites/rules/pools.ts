import type { SupplyPool } from "@db/vocabulary";
import { WHOLE_BPS } from "@server/platform/rules/money/units";

/** Each pool's share of the total supply, in basis points. */
export type SupplySplit = Readonly<Record<SupplyPool, number>>;

/** The default shares (product.md §3: public cell, referral, angel, founders, airdrop). */
export const POOL_BPS = {
  PUBLIC: 5_000,
  REFERRAL: 3_000,
  ANGEL: 1_000,
  FOUNDER: 750,
  AIRDROP: 250,
} as const satisfies SupplySplit;

/** Maximum token supply of a company; below 2^53. */
export const MAX_TOTAL_SUPPLY = 9_000_000_000_000_000;

/**
 * Splits a supply into the tokens of each pool. They add up to the total: the rounding remainder
 * goes to the public cell.
 */
export function splitSupply(
  totalTokens: number,
  split: SupplySplit = POOL_BPS,
): Record<SupplyPool, number> {
  if (!Number.isSafeInteger(totalTokens) || totalTokens < 0 || totalTokens > MAX_TOTAL_SUPPLY) {
    throw new RangeError("A total supply is a whole number of tokens");
  }
  if (!isWholeSplit(split)) throw new RangeError("A split makes 100 percent");
  const part = (pool: SupplyPool) =>
    Number((BigInt(totalTokens) * BigInt(split[pool])) / BigInt(WHOLE_BPS));
  const REFERRAL = part("REFERRAL");
  const ANGEL = part("ANGEL");
  const FOUNDER = part("FOUNDER");
  const AIRDROP = part("AIRDROP");
  return {
    PUBLIC: totalTokens - REFERRAL - ANGEL - FOUNDER - AIRDROP,
    REFERRAL,
    ANGEL,
    FOUNDER,
    AIRDROP,
  };
}

/** True if the shares are non-negative integers of basis points that add up to 100 %. */
export function isWholeSplit(split: SupplySplit): boolean {
  const shares = Object.values(split);
  return (
    shares.every((bps) => Number.isInteger(bps) && bps >= 0) &&
    shares.reduce((sum, bps) => sum + bps, 0) === WHOLE_BPS
  );
}

/** Returns the tokens of a pool that are neither held nor allocated. */
export function remaining(pool: {
  readonly total: number;
  readonly held: number;
  readonly allocated: number;
}): number {
  return pool.total - pool.held - pool.allocated;
}
