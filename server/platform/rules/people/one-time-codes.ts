import type { Channel } from "@db/vocabulary";

/** Wrong attempts allowed per code (architecture.md §7). */
export const CODE_TRIES = 5;

/** Lifetime of a code, and the delay before the next one, in seconds (architecture.md §7). */
export const CODE_SECONDS = {
  member: { lives: 600, resend: 30 },
  superAdmin: { lives: 180, resend: 179 },
} as const;

/** Lifetime of a link to set a password, in hours (architecture.md §7). */
export const INVITATION_HOURS = 72;

/** Lifetime of a member's code as used in texts, in minutes. */
export const CODE_MINUTES = CODE_SECONDS.member.lives / 60;

/** Minutes that a login or a later proof of oneself counts as step-up (product.md §6). */
export const STEP_UP_MINUTES = 10;
export const STEP_UP_SECONDS = STEP_UP_MINUTES * 60;

/** Time to confirm an authenticator's secret with its first code, in minutes. */
export const SETUP_MINUTES = 15;

/** The answer to a request for a code does not depend on whether the address is known. */
export interface CodeSent {
  /** The channels of this installation, not the one used for this code. */
  channels: Channel[];
  resendAfterSeconds: number;
  expiresInSeconds: number;
}
