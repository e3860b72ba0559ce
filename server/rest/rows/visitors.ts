import * as answers from "../answers";
import { MEANING } from "../meanings";
import { type Row, row } from "../row";

const nothing = () => null;
/** Clients name the e-mail `user` (spec §7). */
const userIsEmail = { rename: { user: "email" } };
const asksForCode = ["CODE_RESEND_TOO_SOON", "CODE_THROTTLED"] as const;
const logsIn = ["WRONG_LOGIN", "LOGIN_THROTTLED", "COMPANY_SUSPENDED"] as const;
/** Where the account has an authenticator app. */
const secondStep = ["SECOND_STEP_REQUIRED", "SECOND_STEP_IS_OFF", "LOGIN_THROTTLED"] as const;
const tokenOf = ({ token }: { token: string }) => ({ token });
const asked = {
  name: MEANING.askedName,
  email: MEANING.askedEmail,
  user: { ...MEANING.askedEmail, means: "The e-mail address, where `email` is absent." },
  mobile: MEANING.askedMobile,
};
const reset = { otp: MEANING.resetCode, password: MEANING.resetPassword };
const userOrPassword = { user: "email", password: "newPassword" };

/** What anyone may call. */
export const VISITORS: readonly Row[] = [
  row("anyone", "GET", "/site/config", (api) => () => api.site.config(), {
    about: "What anyone may know of the site at this host: its company and its token.",
    answer: answers.site,
    shape: (config) => config,
  }),
  row("anyone", "POST", "/user/auth/register/otp", (api) => api.registration.requestCode, {
    ...userIsEmail,
    about: "Sends a one-time code to an address that is to be registered.",
    takes: asked,
    refuses: [...asksForCode, "COMPANY_SUSPENDED"],
    say: "OTP sent successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("anyone", "POST", "/user/auth/register", (api) => api.registration.register, {
    ...userIsEmail,
    about: "Makes a member of whoever has the code. A token comes with the login.",
    takes: { password: MEANING.chosenPassword },
    refuses: ["COMPANY_SUSPENDED"],
    say: "Registered successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("anyone", "POST", "/user/auth/login", (api) => api.sessions.logIn, {
    ...userIsEmail,
    about: "Logs a member in.",
    refuses: logsIn,
    say: "Logged in successfully",
    answer: answers.token,
    shape: tokenOf,
  }),
  row("anyone", "POST", "/user/auth/forgot-password/otp", (api) => api.passwords.requestReset, {
    ...userIsEmail,
    about: "Sends a member a code that sets a new password.",
    refuses: [...asksForCode, "COMPANY_SUSPENDED"],
    say: "OTP sent successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("anyone", "POST", "/user/auth/forgot-password", (api) => api.passwords.reset, {
    rename: userOrPassword,
    about: "Sets a member's new password, and ends their sessions.",
    takes: reset,
    refuses: ["COMPANY_SUSPENDED"],
    say: "Password reset successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("anyone", "POST", "/company/auth/login", (api) => api.sessions.logInAdmin, {
    ...userIsEmail,
    about: "Logs a company's admin in. Without a company, exactly one admin must have the address.",
    refuses: [...logsIn, ...secondStep],
    say: "Logged in successfully",
    answer: answers.token,
    shape: tokenOf,
  }),
  row(
    "anyone",
    "POST",
    "/company/auth/forgot-password/otp",
    (api) => api.passwords.requestResetAdmin,
    {
      ...userIsEmail,
      about: "Sends an admin a code that sets a new password.",
      refuses: [...asksForCode, "COMPANY_SUSPENDED"],
      say: "OTP sent successfully",
      answer: answers.nothing,
      shape: nothing,
    },
  ),
  row("anyone", "POST", "/company/auth/forgot-password", (api) => api.passwords.resetAdmin, {
    rename: userOrPassword,
    about: "Sets an admin's new password, and ends their sessions.",
    takes: reset,
    refuses: ["COMPANY_SUSPENDED"],
    say: "Password reset successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  // The spec's client sends this as a GET; it is rate-limited like the page's POST (design §11).
  row(
    "anyone",
    "GET",
    "/superadmin/auth/login/email/otp",
    (api) => api.sessions.requestSuperAdminCode,
    {
      about: "Sends a super admin a login code. On the platform's own host alone.",
      changes: true,
      refuses: [...asksForCode, "NOT_FOUND"],
      say: "OTP sent successfully",
      answer: answers.nothing,
      shape: nothing,
    },
  ),
  row("anyone", "POST", "/superadmin/auth/login/verify", (api) => api.sessions.logInSuperAdmin, {
    about: "Logs a super admin in. On the platform's own host alone.",
    refuses: ["NOT_FOUND", ...secondStep],
    say: "Logged in successfully",
    answer: answers.token,
    shape: tokenOf,
  }),
];
