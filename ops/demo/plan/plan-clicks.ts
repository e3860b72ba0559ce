import type { referralClicks } from "@db/schema";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { DAY_MS, later } from "@ops/demo/calendar";
import type { PlannedMember } from "./plan-members";
import type { Random } from "@ops/demo/random";

export type ClickRow = typeof referralClicks.$inferSelect;

/** Tags that members give to their links; the empty one is the link without a tag. */
const TAGS = [
  ["", 45],
  ["whatsapp", 30],
  ["telegram", 12],
  ["flyer", 8],
  ["office", 5],
] as const;

/** Openings of a link by others beside each by which somebody joined. */
const OTHERS = 6;

/**
 * Draws by which link each invited member came, and how often the links were opened: each invited
 * member once on the day of the registration, others in the days before it.
 */
export function planClicks(
  random: Random,
  companyId: string,
  members: readonly PlannedMember[],
): { tags: Map<PlannedMember, string>; clicks: ClickRow[] } {
  const tags = new Map<PlannedMember, string>();
  const clicks = new Map<string, ClickRow>();
  for (const member of members) {
    const { referrer, joinedAt } = member;
    if (!referrer) continue;
    const tag = random.pickWeighted(TAGS);
    if (tag !== "") tags.set(member, tag);
    const days = Array.from({ length: random.below(OTHERS + 1) }, () => -random.below(4) * DAY_MS);
    for (const before of [0, ...days]) {
      const day = dateInIndia(later(joinedAt, before));
      const key = `${referrer.id} ${tag} ${day}`;
      const known = clicks.get(key);
      if (known) known.clicks += 1;
      else clicks.set(key, { companyId, memberId: referrer.id, tag, day, clicks: 1 });
    }
  }
  return { tags, clicks: [...clicks.values()] };
}
