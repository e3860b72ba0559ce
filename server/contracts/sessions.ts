import { z } from "zod";
import { code } from "./code";
import type { ColourScheme, Language, Role } from "@db/vocabulary";
import {
  booleanField,
  companyIdField,
  currentPasswordField,
  emailField,
  optional,
  otpField,
} from "./fields";
import { secondCodeField } from "./second-step";

/** `sessions.logIn` (members). The spec calls the e-mail `user` on the wire. */
export const LogIn = z.object({
  companyId: companyIdField,
  email: emailField(),
  password: currentPasswordField(),
});
export type LogIn = z.output<typeof LogIn>;

/**
 * `sessions.logInAdmin` and `sessions.startAdmin`. Without a company exactly one admin must have the
 * e-mail (design §9). Where the account has an authenticator app, `logInAdmin` needs its code too:
 * else SECOND_STEP_REQUIRED.
 */
export const LogInAdmin = LogIn.extend({ code: optional(secondCodeField) });
export type LogInAdmin = z.output<typeof LogInAdmin>;

/** `sessions.requestSuperAdminCode`; answers `CodeSent`. */
export const RequestSuperAdminCode = z.object({ email: emailField() });
export type RequestSuperAdminCode = z.output<typeof RequestSuperAdminCode>;

/** `sessions.logInSuperAdmin` and `sessions.startSuperAdmin`; `code` as for an admin. */
export const LogInSuperAdmin = z.object({
  email: emailField(),
  otp: otpField(),
  code: optional(secondCodeField),
});
export type LogInSuperAdmin = z.output<typeof LogInSuperAdmin>;

/** What every login answers. */
export interface LoggedIn {
  /** Opens the account; only its hash is kept. */
  token: string;
  /** ISO; slides with use. */
  expiresAt: string;
}

/**
 * What `startAdmin` and `startSuperAdmin` answer instead, where the account has an authenticator
 * app: with the ticket and a code of it the login is finished, within five minutes.
 */
export interface HalfLoggedIn {
  ticket: string;
}

/** `sessions.finishAdmin` and `sessions.finishSuperAdmin`; answer `LoggedIn`. */
export const FinishLogIn = z.object({
  ticket: z.string({ error: code("SECOND_STEP_OVER") }).max(2000, code("SECOND_STEP_OVER")),
  code: secondCodeField,
});
export type FinishLogIn = z.output<typeof FinishLogIn>;

/** `sessions.me`: who holds this session; for the frame around the pages. */
export interface Me {
  id: string;
  role: Role;
  /** A super admin has none. */
  name: string | null;
  email: string;
  companyName: string | null;
  language: Language | null;
  colourScheme: ColourScheme | null;
}

/** A row of `sessions.listMine`; `id` is a hash and opens nothing. */
export interface SessionRow {
  id: string;
  createdAt: string;
  ip: string | null;
  userAgent: string | null;
  isCurrent: boolean;
}

/** `sessions.endOne`; answers null. */
export const EndSession = z.object({
  id: z
    .string({ error: code("SESSION_NOT_FOUND") })
    .regex(/^[0-9a-f]{64}$/, code("SESSION_NOT_FOUND")),
});
export type EndSession = z.output<typeof EndSession>;

/** `sessions.endAll`; answers null. */
export const EndAllSessions = z.object({
  /** Stay logged in here; by default yes. */
  keepThis: optional(booleanField("FIELD_INVALID")).transform((keep) => keep ?? true),
});
export type EndAllSessions = z.output<typeof EndAllSessions>;
