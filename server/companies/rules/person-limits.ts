import type { IdentityRules } from "@db/vocabulary";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";

/** The refusals of a purchase that its person may not make, or not without showing who they are. */
export type PersonLimitCode =
  | "IDENTITY_REQUIRED"
  | "IDENTITY_REQUIRED_ABOVE"
  | "PERSON_CAP_UNVERIFIED"
  | "PERSON_CAP_REACHED";

/** A person with all their accounts of a company. */
export interface Person {
  /** True if the company counts the buyer as verified: by evidence where it asks for some. */
  readonly isVerified: boolean;
  /** Tokens and paise of their orders that are held, submitted or approved. */
  readonly tokens: number;
  readonly paise: number;
}

/** Tells whether a company's rules name a limit of a person. */
export const limitsPersons = ({ asks, mostUnverified, mostVerified }: IdentityRules): boolean =>
  asks !== "NOTHING" || mostUnverified !== null || mostVerified !== null;

/** Returns the most tokens of a person; null for no limit. */
function mostTokens(
  { mostUnverified, mostVerified }: IdentityRules,
  isVerified: boolean,
): { code: "PERSON_CAP_UNVERIFIED" | "PERSON_CAP_REACHED"; most: number } | null {
  if (!isVerified && mostUnverified !== null && mostUnverified <= (mostVerified ?? Infinity)) {
    return { code: "PERSON_CAP_UNVERIFIED", most: mostUnverified };
  }
  return mostVerified === null ? null : { code: "PERSON_CAP_REACHED", most: mostVerified };
}

/**
 * Returns the refusal of a person's orders; null if they are within the limits. Only a new order asks
 * for evidence: what was ordered goes on.
 */
export function personRefusal(
  rules: IdentityRules,
  { isVerified, tokens, paise }: Person,
  { isNew }: { isNew: boolean },
): Refusal | null {
  if (isNew && !isVerified) {
    if (rules.asks === "ALWAYS") return refuse("IDENTITY_REQUIRED");
    if (rules.abovePaise !== null && rules.asks === "ABOVE" && paise > rules.abovePaise) {
      return refuse("IDENTITY_REQUIRED_ABOVE", { sum: formatRupees(rules.abovePaise) });
    }
  }
  const limit = mostTokens(rules, isVerified);
  return limit && tokens > limit.most
    ? refuse(limit.code, { limit: formatQuantity(limit.most) })
    : null;
}

/** A limit of a person as Buy Token shows it before an amount is entered. */
export interface PersonLimit {
  readonly code: PersonLimitCode;
  /** Tokens of the limit; 0 where evidence comes first. */
  readonly tokens: number;
  /** The most tokens of a new order. */
  readonly left: number;
}

/** Returns the limits that a person's next order meets, at a price in micro-rupees. */
export function personLimits(
  rules: IdentityRules,
  { isVerified, tokens, paise }: Person,
  tokensFor: (paise: number) => number,
): PersonLimit[] {
  const limit = mostTokens(rules, isVerified);
  const most = limit
    ? [{ code: limit.code, tokens: limit.most, left: Math.max(0, limit.most - tokens) }]
    : [];
  if (isVerified || rules.asks === "NOTHING") return most;
  const { abovePaise } = rules;
  const asked =
    rules.asks === "ALWAYS" || abovePaise === null
      ? { code: "IDENTITY_REQUIRED" as const, tokens: 0, left: 0 }
      : {
          code: "IDENTITY_REQUIRED_ABOVE" as const,
          tokens: 0,
          left: tokensFor(Math.max(0, abovePaise - paise)),
        };
  return [asked, ...most];
}
