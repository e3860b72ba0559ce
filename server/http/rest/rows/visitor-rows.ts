import { SiteConfig } from "@server/companies/contracts/site";
import { TokenAnswer } from "@server/members/contracts/sessions";
import { type Row, row } from "./row";

/** Clients send the e-mail as `user` (product.md §7). */
const userIsEmail = { rename: { user: "email" } };
const asksForCode = ["CODE_RESEND_TOO_SOON", "CODE_THROTTLED"] as const;
const logsIn = ["WRONG_LOGIN", "LOGIN_THROTTLED", "COMPANY_SUSPENDED"] as const;
/** Required for an account with an authenticator app. */
const twoFactor = ["SECOND_STEP_REQUIRED", "SECOND_STEP_IS_OFF", "LOGIN_THROTTLED"] as const;
const sendsCode = { message: "OTP sent successfully" };
const sendsMemberCode = {
  ...userIsEmail,
  refuses: [...asksForCode, "COMPANY_SUSPENDED"],
  ...sendsCode,
} as const;
const opensSession = { message: "Logged in successfully", answer: TokenAnswer };
const resetsPassword = {
  rename: { user: "email", password: "newPassword" },
  refuses: ["COMPANY_SUSPENDED"],
  message: "Password reset successfully",
} as const;

/** Calls for anyone. */
export const VISITOR_ROWS: readonly Row[] = [
  row("anyone", "GET", "/site/config", (api) => () => api.site.config(), {
    about: "The public data of this host's site: its company and its token.",
    answer: SiteConfig,
    mayBeKept: true,
  }),
  row("anyone", "POST", "/user/auth/register/otp", (api) => api.registration.requestCode, {
    ...sendsMemberCode,
    about: "Sends a one-time code to the address of a new member.",
  }),
  row("anyone", "POST", "/user/auth/register", (api) => api.registration.register, {
    ...userIsEmail,
    about: "Registers a member with a one-time code. The login returns a token.",
    refuses: ["COMPANY_SUSPENDED"],
    message: "Registered successfully",
  }),
  row("anyone", "POST", "/user/auth/login", (api) => api.sessions.logIn, {
    ...userIsEmail,
    about: "Logs a member in.",
    refuses: logsIn,
    ...opensSession,
  }),
  row("anyone", "POST", "/user/auth/forgot-password/otp", (api) => api.passwords.requestReset, {
    ...sendsMemberCode,
    about: "Sends a member a code for a new password.",
  }),
  row("anyone", "POST", "/user/auth/forgot-password", (api) => api.passwords.reset, {
    ...resetsPassword,
    about: "Sets a member's new password, and ends their sessions.",
  }),
  row("anyone", "POST", "/company/auth/login", (api) => api.sessions.logInAdmin, {
    ...userIsEmail,
    about: "Logs an admin in. Without a company, exactly one admin must have the address.",
    refuses: [...logsIn, ...twoFactor],
    ...opensSession,
  }),
  row(
    "anyone",
    "POST",
    "/company/auth/forgot-password/otp",
    (api) => api.passwords.requestResetAdmin,
    {
      ...sendsMemberCode,
      about: "Sends an admin a code for a new password.",
    },
  ),
  row("anyone", "POST", "/company/auth/forgot-password", (api) => api.passwords.resetAdmin, {
    ...resetsPassword,
    about: "Sets an admin's new password, and ends their sessions.",
  }),
  // The spec's client sends a GET; it is rate-limited like the page's POST (product.md §7).
  row(
    "anyone",
    "GET",
    "/superadmin/auth/login/email/otp",
    (api) => api.sessions.requestSuperAdminCode,
    {
      about: "Sends a super admin a login code. Only on the platform's own host.",
      changes: true,
      refuses: [...asksForCode, "NOT_FOUND"],
      ...sendsCode,
    },
  ),
  row("anyone", "POST", "/superadmin/auth/login/verify", (api) => api.sessions.logInSuperAdmin, {
    about: "Logs a super admin in. Only on the platform's own host.",
    refuses: ["NOT_FOUND", ...twoFactor],
    ...opensSession,
  }),
];
