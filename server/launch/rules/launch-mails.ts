import type { LaunchMail, UnlockPlans } from "@db/vocabulary";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { partsOf } from "./unlock-plan";

/** A mail that is due now, and the day in India that it is about. */
export interface DueMail {
  kind: LaunchMail;
  day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days before the launch from which a mail asks for a wallet; the nearest one is due. */
const ASKS = [
  { kind: "PROVE_1", days: 1 },
  { kind: "PROVE_7", days: 7 },
  { kind: "PROVE_30", days: 30 },
] as const satisfies readonly { kind: LaunchMail; days: number }[];

/**
 * Returns the mail about a company's launch that is due: before it one that asks for a wallet, from then on
 * one on each day on which a part unlocks, and on the day after it, for a server that was away. Null for
 * none.
 */
export function dueMail(
  launchAt: Date,
  { bought, earned }: UnlockPlans,
  now: Date,
): DueMail | null {
  const launchDay = dateInIndia(launchAt);
  const left = launchAt.getTime() - now.getTime();
  if (left > 0) {
    const ask = ASKS.find(({ days }) => left <= days * DAY_MS);
    return ask ? { kind: ask.kind, day: launchDay } : null;
  }
  const recent = [dateInIndia(now), dateInIndia(new Date(now.getTime() - DAY_MS))];
  const days = new Set(
    [bought, earned].flatMap((plan) => partsOf(1n, plan, launchDay)).map(({ day }) => day),
  );
  const day = recent.find((one) => days.has(one));
  return day ? { kind: "FREE", day } : null;
}
