import type { ShareBounds, TermBounds } from "@db/vocabulary";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatPercent } from "@server/platform/rules/money/format";
import { WHOLE_BPS } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";

const ANY_SHARE = { least: 0, most: WHOLE_BPS };

/** Returns what owners may set, as the super admin allows it; null for a term that is closed. */
export function boundsOf({ bounds = {} }: { bounds?: TermBounds }) {
  const share = (given: ShareBounds | undefined) => (given === undefined ? ANY_SHARE : given);
  return {
    fee: share(bounds.fee),
    reward: share(bounds.reward),
    launch: bounds.launch === undefined ? { latest: null } : bounds.launch,
  };
}
export type Bounds = ReturnType<typeof boundsOf>;

/** The terms that owners change with a second admin. `launchAt` is ISO. */
export interface OwnTerms {
  feeBps?: number | undefined;
  referralRewardBps?: number | undefined;
  launchAt?: string | undefined;
}

/**
 * Refuses terms outside the super admin's bounds with FEE_CLOSED, FEE_OUT_OF_BOUNDS, REWARD_CLOSED,
 * REWARD_OUT_OF_BOUNDS, LAUNCH_CLOSED and LAUNCH_TOO_LATE, and a launch in the past with LAUNCH_PAST.
 */
export function assertWithinBounds(
  { feeBps, referralRewardBps, launchAt }: OwnTerms,
  { fee, reward, launch }: Bounds,
  now: Date,
): void {
  const inWords = ({ least, most }: NonNullable<ShareBounds>) => ({
    least: formatPercent(least),
    most: formatPercent(most),
  });
  if (feeBps !== undefined) {
    if (!fee) throw refuse("FEE_CLOSED");
    if (feeBps < fee.least || feeBps > fee.most) throw refuse("FEE_OUT_OF_BOUNDS", inWords(fee));
  }
  if (referralRewardBps !== undefined) {
    if (!reward) throw refuse("REWARD_CLOSED");
    if (referralRewardBps < reward.least || referralRewardBps > reward.most) {
      throw refuse("REWARD_OUT_OF_BOUNDS", inWords(reward));
    }
  }
  if (launchAt === undefined) return;
  if (!launch) throw refuse("LAUNCH_CLOSED");
  const at = new Date(launchAt);
  if (at <= now) throw refuse("LAUNCH_PAST");
  if (launch.latest !== null && at > new Date(launch.latest)) {
    throw refuse("LAUNCH_TOO_LATE", { latest: formatMoment(new Date(launch.latest)) });
  }
}
