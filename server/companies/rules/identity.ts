import type { IdentityRules } from "@db/vocabulary";

/** The rules of a company that set none: nobody is asked who they are. */
const NOTHING_ASKED: IdentityRules = {
  asks: "NOTHING",
  abovePaise: null,
  evidence: [],
  renewMonths: 0,
  mostUnverified: null,
  mostVerified: null,
};

/** Limits of the months of a verification; 0: it does not end. */
export const RENEW_MONTHS = { min: 0, max: 120 } as const;

/** Returns what a company asks of its members to show who they are. */
export const identityRulesOf = ({ identity }: { identity?: IdentityRules }): IdentityRules =>
  identity ?? NOTHING_ASKED;
