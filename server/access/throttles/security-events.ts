import type { Logger } from "pino";
import { type Actor, loggedRole } from "@server/access/call/actor";
import type { Context } from "@server/access/call/context";
import { type RequestNotes, whoIn } from "@server/access/call/request-notes";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import type { RefusalKind } from "@server/platform/rules/refusals/kinds";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import { countSecurityEvent } from "./security-counts";

/** Maps a procedure to the security event that its success means for an account. */
const EVENTS: Readonly<Record<string, string>> = {
  "sessions.logOut": "logout",
  "sessions.stepUp": "stepped-up",
  "sessions.endOne": "session-ended",
  "sessions.endAll": "sessions-ended",
  "sessions.requestSuperAdminCode": "code-requested",
  "registration.requestCode": "code-requested",
  "registration.begin": "code-requested",
  "registration.requestMobileCode": "code-requested",
  "registration.register": "registered",
  "registration.join": "registered",
  "passwords.requestReset": "code-requested",
  "passwords.requestResetAdmin": "code-requested",
  "passwords.requestChangeCode": "code-requested",
  "passwords.reset": "password-reset",
  "passwords.resetAdmin": "password-reset",
  "passwords.change": "password-changed",
  "passwords.changeOwn": "password-changed",
  "passwords.setPassword": "password-set",
  "secondStep.begin": "factor-begun",
  "secondStep.confirm": "factor-added",
  "secondStep.renewCodes": "recovery-codes-renewed",
  "secondStep.turnOff": "factor-removed",
  "secondStep.require": "factor-rule-changed",
  "secondStep.reset": "factor-removed",
  "members.downloadData": "data-downloaded",
  "members.askForEnd": "account-end-asked",
  "changes.confirm": "change-confirmed",
  "changes.refuse": "change-refused",
  "changes.withdraw": "change-withdrawn",
  "companies.setIdentity": "identity-rules-changed",
  "companies.setSecondAdmin": "second-admin-rule-changed",
  "machines.addKey": "key-added",
  "machines.endKey": "key-ended",
  "machines.addEndpoint": "endpoint-added",
  "machines.renewSecret": "endpoint-secret-renewed",
  "passkeys.add": "factor-added",
  "passkeys.remove": "factor-removed",
};

/** True if the success of a procedure is a security event. */
export const isSecurityCall = (call: string): boolean => Object.hasOwn(EVENTS, call);

/** Refusals of these kinds mean an attempt on an account, on others' data, or on the machine. */
const KINDS: ReadonlySet<RefusalKind> = new Set(["unauthenticated", "forbidden", "throttled"]);
const CODES: ReadonlySet<RefusalCode> = new Set([
  "CODE_WRONG",
  "CURRENT_PASSWORD_WRONG",
  "SECOND_STEP_WRONG",
  "STEP_UP_WRONG",
  "NEEDS_SECOND_ADMIN",
  "PASSKEY_WRONG",
  "PASSKEY_OVER",
  "LINK_DEAD",
  "MEDIA_LINK_DEAD",
  "PASSWORD_IN_ADDRESS",
  "SERVER_BUSY",
  "BODY_TOO_SLOW",
]);

/** The client that a request comes from. */
export interface EventSource {
  transport: string;
  requestId: string;
  ip: string;
}

export const sourceOf = ({ transport, requestId, ip }: EventSource): EventSource => ({
  transport,
  requestId,
  ip,
});

export interface SecurityEvent extends EventSource {
  /** `refused`, or the name of the event. */
  security: string;
  code?: RefusalCode;
  /** The procedure. */
  call?: string;
  role?: ReturnType<typeof loggedRole>;
  personId?: string;
  companyId?: string | null;
  /**
   * A keyed hash of the address that the caller claims: it shows attempts on one account without
   * naming it.
   */
  account?: string;
}

/** Writes one security event. The fields hold no secret, no address and no typed text. */
function logSecurityEvent(
  logger: Logger,
  { transport, requestId, ip, ...event }: SecurityEvent,
): void {
  countSecurityEvent(event.security, event.code);
  logger.info({ ...event, transport, requestId, ip }, "security");
}

/** Warns that the scanner found a signature in a file. */
export function logInfectedFile(
  logger: Logger,
  event: Omit<SecurityEvent, "security" | keyof EventSource> & {
    found: string;
    source: EventSource | undefined;
  },
): void {
  const { source, ...facts } = event;
  countSecurityEvent("infected-file");
  logger.warn({ security: "infected-file", ...facts, ...source }, "security");
}

/** A refusal passes several places on its way out; the first one logs it. */
const logged = new WeakSet<Refusal>();

/** Logs a refusal that means an attempt or a limit; any other is no security event. */
export const logRefusal = (
  logger: Logger,
  refusal: Refusal,
  transport: string,
  { requestId, ip, notes }: { requestId: string; ip: string; notes?: RequestNotes },
): void => logRefused(logger, refusal, { ...whoIn(notes), transport, requestId, ip });

function logRefused(
  logger: Logger,
  refusal: Refusal,
  event: EventSource & Omit<SecurityEvent, keyof EventSource | "security" | "code">,
): void {
  const { code } = refusal;
  if (logged.has(refusal) || !(KINDS.has(REFUSAL_KINDS[code]) || CODES.has(code))) return;
  logged.add(refusal);
  logSecurityEvent(logger, { security: "refused", code, ...event });
}

/** Logs the security event of a call that succeeded or was refused. */
export function logCall(ctx: Context, call: string, input: unknown, refusal: Refusal | null): void {
  const { deps, actor, company, transport, requestId, ip } = ctx;
  const security = EVENTS[call];
  if (!refusal && security === undefined) return;
  const account = accountIn(input);
  const event = {
    call,
    transport,
    requestId,
    ip,
    role: loggedRole(actor),
    ...(actor.role !== "NOBODY" && { personId: actor.id }),
    companyId: "companyId" in actor ? actor.companyId : (company?.id ?? null),
    ...(account !== null && {
      account: deps.secrets.keyedHash("throttle", account).slice(0, 16),
    }),
  };
  if (refusal) logRefused(deps.logger, refusal, event);
  else if (security !== undefined) logSecurityEvent(deps.logger, { security, ...event });
}

/** Logs the start of a session, whose person the call itself does not name. */
export function logLogin(
  { deps, transport, requestId, ip }: Context,
  person: { role: Actor["role"]; id: string; companyId?: string | null },
): void {
  const { role, id: personId, companyId = null } = person;
  const event = { transport, requestId, ip, role, personId, companyId };
  logSecurityEvent(deps.logger, { security: "login", ...event });
}

/** Returns the folded address that a visitor's call names; null without one. */
function accountIn(input: unknown): string | null {
  if (typeof input !== "object" || input === null || !("email" in input)) return null;
  return typeof input.email === "string" ? input.email.trim().toLowerCase().slice(0, 300) : null;
}
