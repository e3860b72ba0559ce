import type { SupplyPool } from "@db/vocabulary";
import type { AddCompany } from "@server/companies/contracts/companies";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { type SupplySplit, isWholeSplit } from "@server/sites/rules/pools";
import { bpsOf } from "./typed-values";

/** The form field of each pool's share. */
const FIELDS = {
  PUBLIC: "publicCellPercent",
  REFERRAL: "referralPercent",
  ANGEL: "angelInvestorPercent",
  FOUNDER: "founderTeamPercent",
  AIRDROP: "airdropPercent",
} as const satisfies Record<SupplyPool, keyof AddCompany>;

/**
 * Applies the typed split over the present one; empty if unchanged. Refuses with SPLIT_NOT_WHOLE.
 */
export function splitIn(
  input: Pick<AddCompany, (typeof FIELDS)[SupplyPool]>,
  present: SupplySplit,
): { splitBps?: Record<SupplyPool, number> } {
  const share = (pool: SupplyPool) => {
    const typed = input[FIELDS[pool]];
    return typed === undefined ? present[pool] : bpsOf(typed, "SPLIT_PERCENT_INVALID");
  };
  const splitBps = {
    PUBLIC: share("PUBLIC"),
    REFERRAL: share("REFERRAL"),
    ANGEL: share("ANGEL"),
    FOUNDER: share("FOUNDER"),
    AIRDROP: share("AIRDROP"),
  };
  if (!isWholeSplit(splitBps)) throw refuse("SPLIT_NOT_WHOLE");
  const isChanged = Object.entries(splitBps).some(
    ([pool, bps]) => bps !== present[pool as SupplyPool],
  );
  return isChanged ? { splitBps } : {};
}
