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

/** `sessions.logIn` (members). The spec calls the e-mail `user` on the wire. */
export const LogIn = z.object({
  companyId: companyIdField,
  email: emailField(),
  password: currentPasswordField(),
});
export type LogIn = z.output<typeof LogIn>;

/** `sessions.logInAdmin`. Without a company exactly one admin must have the e-mail (design §9). */
export const LogInAdmin = LogIn;
export type LogInAdmin = LogIn;

/** `sessions.requestSuperAdminCode`; answers `CodeSent`. */
export const RequestSuperAdminCode = z.object({ email: emailField() });
export type RequestSuperAdminCode = z.output<typeof RequestSuperAdminCode>;

/** `sessions.logInSuperAdmin`. */
export const LogInSuperAdmin = z.object({ email: emailField(), otp: otpField() });
export type LogInSuperAdmin = z.output<typeof LogInSuperAdmin>;

/** What every login answers. */
export interface LoggedIn {
  /** Opens the account; only its hash is kept. */
  token: string;
  /** ISO; slides with use. */
  expiresAt: string;
}

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
