import type { IdentityRules, IdentityState } from "@db/vocabulary";

/** The parts of a case by which it is judged. */
export interface CaseFacts {
  state: IdentityState;
  verifiedAt: Date | null;
  verifiedUntil: Date | null;
}

/** True for a member whose evidence was accepted and is not to be renewed yet. */
export const isProven = (of: CaseFacts | null | undefined, now: Date): boolean =>
  of ? of.verifiedAt !== null && !isOver(of, now) : false;

const isOver = ({ verifiedUntil }: CaseFacts, now: Date): boolean =>
  verifiedUntil !== null && verifiedUntil <= now;

/**
 * Where a member stands with their company's question:
 * - NOT_ASKED: the company asks nothing.
 * - TO_SEND: nothing was sent yet, or the verification has ended (`EXPIRED`).
 * - SENT, ASKED, VERIFIED, REFUSED: as `IDENTITY_STATES`.
 */
export const IDENTITY_STANDINGS = [
  "NOT_ASKED",
  "TO_SEND",
  "EXPIRED",
  "SENT",
  "ASKED",
  "VERIFIED",
  "REFUSED",
] as const;
export type IdentityStanding = (typeof IDENTITY_STANDINGS)[number];

export function standingOf(
  rules: Pick<IdentityRules, "asks">,
  of: CaseFacts | null | undefined,
  now: Date,
): IdentityStanding {
  if (rules.asks === "NOTHING") return "NOT_ASKED";
  if (!of) return "TO_SEND";
  if (of.state === "VERIFIED") return isProven(of, now) ? "VERIFIED" : "EXPIRED";
  if (of.state === "DRAFT") return isProven(of, now) ? "VERIFIED" : "TO_SEND";
  return of.state;
}
