import { z } from "zod";
import { text } from "@server/platform/contracts/described";
import {
  code,
  booleanField,
  companyIdField,
  currentPasswordField,
  emailField,
  optional,
  otpField,
} from "@server/platform/contracts/fields";
import { passkeyResponseField, passkeyTicketField } from "./passkeys";
import { twoFactorCodeField } from "./two-factor";

/** `sessions.logIn` (members). The REST field of the e-mail is `user` (spec). */
export const LogIn = z.object({
  companyId: companyIdField,
  email: emailField(),
  password: currentPasswordField(),
});

/**
 * `sessions.logInAdmin` and `sessions.startAdmin`. Without a company, the e-mail must belong to
 * exactly one admin (architecture.md §9). For an account with an authenticator app, `logInAdmin`
 * also requires its code: else SECOND_STEP_REQUIRED.
 */
export const LogInAdmin = LogIn.extend({ code: optional(twoFactorCodeField) });
export type LogInAdmin = z.output<typeof LogInAdmin>;

/** `sessions.requestSuperAdminCode`; returns `CodeSent`. */
export const RequestSuperAdminCode = z.object({ email: emailField() });

/** `sessions.logInSuperAdmin` and `sessions.startSuperAdmin`; `code` as for an admin. */
export const LogInSuperAdmin = z.object({
  email: emailField(),
  otp: otpField(),
  code: optional(twoFactorCodeField),
});
export type LogInSuperAdmin = z.output<typeof LogInSuperAdmin>;

/** The answer of every login. Only the token's hash is stored. */
export const TokenAnswer = z.object({
  token: text("The session's token; send it in Authorization.", "q7Yw…"),
});
/** `expiresAt` is ISO, and extended with use. */
export type LoggedIn = z.output<typeof TokenAnswer> & { expiresAt: string };

/**
 * The answer of `startAdmin` and `startSuperAdmin` for an account with an authenticator app: the
 * ticket and a code of the app complete the login within five minutes.
 */
export interface TwoFactorChallenge {
  ticket: string;
}

/** `sessions.finishAdmin` and `sessions.finishSuperAdmin`; return `LoggedIn`. */
export const CompleteTwoFactorChallenge = z.object({
  ticket: z.string({ error: code("SECOND_STEP_OVER") }).max(2000, code("SECOND_STEP_OVER")),
  code: twoFactorCodeField,
});
export type CompleteTwoFactorChallenge = z.output<typeof CompleteTwoFactorChallenge>;

/**
 * `sessions.stepUp` (admin, super admin): the password, a code of the authenticator app or a
 * recovery code. Returns the session's new token. The name is no other form's, since a form that
 * waits travels along.
 */
export const StepUp = z
  .object({
    stepUpProof: optional(currentPasswordField("STEP_UP_PROOF_REQUIRED")),
    /** A passkey's instead: the answer to `passkeys.beginStepUp`. */
    stepUpTicket: optional(passkeyTicketField),
    stepUpResponse: optional(passkeyResponseField),
  })
  .refine(
    ({ stepUpProof, stepUpTicket, stepUpResponse }) =>
      stepUpProof !== undefined || (stepUpTicket !== undefined && stepUpResponse !== undefined),
    { path: ["stepUpProof"], error: code("STEP_UP_PROOF_REQUIRED") },
  );

/** A row of `sessions.listMine`; `id` is a hash and grants no access. */
export interface SessionRow {
  id: string;
  createdAt: string;
  ip: string | null;
  userAgent: string | null;
  isCurrent: boolean;
}

/** `sessions.endOne`; returns null. */
export const EndSession = z.object({
  id: z
    .string({ error: code("SESSION_NOT_FOUND") })
    .regex(/^[0-9a-f]{64}$/, code("SESSION_NOT_FOUND")),
});

/** `sessions.endAll`; returns null. */
export const EndAllSessions = z.object({
  /** Keeps the current session; default true. */
  keepThis: optional(booleanField("FIELD_INVALID")).transform((keep) => keep ?? true),
});
