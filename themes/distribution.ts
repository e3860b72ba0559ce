/** A parsed line of a distribution: "7.5% Founder Team" is 750 basis points. */
export interface DistributionShare {
  label: string;
  shareBps: number;
}

/** The usual name of the part that a company sells before the launch, rewards included. */
export const SOLD_PART = "Referral Programme";

const SHARE_LINE = /^(\d{1,3})(?:\.(\d{1,2}))?% (\S.*)$/;

/** Parses a line of a distribution; undefined if it does not start with a percentage. */
export function readShare(line: string): DistributionShare | undefined {
  const found = SHARE_LINE.exec(line);
  if (!found) return undefined;
  const [, whole = "", fraction = "", label = ""] = found;
  return { label, shareBps: Number(whole) * 100 + Number(fraction.padEnd(2, "0")) };
}
