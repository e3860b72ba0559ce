import { z } from "zod";
import { ROLES } from "@db/vocabulary";
import { code, currentPasswordField, line, optional } from "@server/platform/contracts/fields";
import { normaliseHost } from "@server/sites/rules/host";

/** Options of the browser's WebAuthn call, as JSON; handed on to it unread. */
export type PasskeyOptions = Record<string, unknown>;

/** The answer of `beginAdding`, `beginLogIn` and `beginStepUp`: valid for five minutes, once. */
export interface PasskeyChallenge {
  options: PasskeyOptions;
  ticket: string;
}

/** A row of `passkeys.mine`. */
export interface PasskeyRow {
  id: string;
  name: string;
  /** The host that it logs in to. */
  host: string;
  /** ISO. */
  createdAt: string;
  /** ISO; null if it was never used. */
  lastUsedAt: string | null;
}

/**
 * The browser's answer as JSON text (a form field) or as an object. Its content is read by the
 * library, which verifies it.
 */
export const passkeyResponseField = z.preprocess(
  (value) => {
    if (typeof value !== "string" || value.length > 10_000) return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return null;
    }
  },
  z.looseObject(
    {
      id: z.string().max(2000),
      rawId: z.string().max(2000),
      type: z.literal("public-key"),
      response: z.record(z.string(), z.unknown()),
      clientExtensionResults: z.record(z.string(), z.unknown()).catch({}),
    },
    code("PASSKEY_WRONG"),
  ),
);
export const passkeyTicketField = z.string(code("PASSKEY_OVER")).max(2000, code("PASSKEY_OVER"));

/** `passkeys.beginAdding`, `passkeys.beginLogIn`, `passkeys.beginStepUp`: the page's host. */
export const PasskeyHost = z.object({
  host: z
    .string(code("PASSKEY_WRONG"))
    .max(300, code("PASSKEY_WRONG"))
    .transform((typed, issue) => {
      const host = normaliseHost(typed);
      if (host !== null) return host;
      issue.addIssue({ code: "custom", message: code("PASSKEY_WRONG") });
      return z.NEVER;
    }),
});

/** `passkeys.add`; all but a super admin give their password too. Returns `AddedPasskey`. */
export const AddPasskey = z.object({
  ticket: passkeyTicketField,
  response: passkeyResponseField,
  name: optional(line("FIELD_INVALID", 60)),
  currentPassword: optional(currentPasswordField("CURRENT_PASSWORD_REQUIRED")),
});

/** `passkeys.remove`; all but a super admin give their password too. Returns null. */
export const RemovePasskey = z.object({
  id: z.uuid(code("PASSKEY_NOT_FOUND")),
  currentPassword: optional(currentPasswordField("CURRENT_PASSWORD_REQUIRED")),
});

/** `passkeys.logIn`: the area's role. Returns `LoggedIn`. */
export const LogInWithPasskey = z.object({
  role: z.enum(ROLES, code("PASSKEY_WRONG")),
  ticket: passkeyTicketField,
  response: passkeyResponseField,
});
export type LogInWithPasskey = z.output<typeof LogInWithPasskey>;
