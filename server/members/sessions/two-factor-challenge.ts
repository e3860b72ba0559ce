import {
  findSuperAdmin,
  lockMember,
  type Context,
  transactWithin,
  trustNetwork,
} from "@server/access";
import type {
  CompleteTwoFactorChallenge,
  TwoFactorChallenge,
  LoggedIn,
} from "@server/members/contracts/sessions";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  accountOf,
  type Staff,
  verifyTwoFactorCode,
  withinGuessLimits,
  wrongCodesOf,
} from "@server/members/two-factor/verify-code";
import { startStaffSession } from "./start-session";

/** Milliseconds in which the code may be entered after the password. */
const TICKET_MS = 5 * 60 * 1000;

interface Ticket {
  role: Staff["role"];
  id: string;
  companyId: string | null;
  /** A keyed hash of the password hash, so that a new password invalidates the ticket. */
  passwordMark: string;
  until: number;
}

const markOf = (ctx: Context, passwordHash: string | null): string =>
  ctx.deps.secrets.keyedHash("login-ticket", passwordHash ?? "");

/** The encrypted ticket that a browser holds between password and code; worthless without a code. */
export function startTwoFactorChallenge(
  ctx: Context,
  { role, id, companyId }: Staff,
  passwordHash: string | null,
): TwoFactorChallenge {
  const ticket: Ticket = {
    role,
    id,
    companyId,
    passwordMark: markOf(ctx, passwordHash),
    until: ctx.now.getTime() + TICKET_MS,
  };
  return { ticket: ctx.deps.secrets.encrypt("login-ticket", JSON.stringify(ticket)) };
}

/** Decrypts a ticket. A damaged or foreign one is refused like an expired one. */
function openTicket(ctx: Context, sealed: string, role: Staff["role"]): Ticket {
  let text: string;
  try {
    text = ctx.deps.secrets.decrypt("login-ticket", sealed);
  } catch {
    throw refuse("SECOND_STEP_OVER");
  }
  const ticket = JSON.parse(text) as Ticket;
  if (ticket.role !== role || ticket.until <= ctx.now.getTime()) throw refuse("SECOND_STEP_OVER");
  return ticket;
}

/** The ticket's holder, if their role, status and password are unchanged. Locked inside a transaction. */
async function ticketHolder(ctx: Context, ticket: Ticket): Promise<Staff> {
  if (ticket.companyId === null) {
    const person = orRefuse(await findSuperAdmin(ctx.db, ticket.id), "SECOND_STEP_OVER");
    const { id, email } = person;
    return { role: "SUPER_ADMIN", id, companyId: null, email, language: ctx.language };
  }
  const person = await lockMember(ctx.db, ticket.companyId, ticket.id, "share");
  const isSame =
    person?.status === "ACTIVE" &&
    person.role === "ADMIN" &&
    ctx.deps.secrets.matches("login-ticket", person.passwordHash ?? "", ticket.passwordMark);
  if (!isSame) throw refuse("SECOND_STEP_OVER");
  const { id, companyId, email, language } = person;
  return { role: "ADMIN", id, companyId, email, language };
}

/**
 * Completes a login. Refuses with SECOND_STEP_OVER for an invalid ticket, SECOND_STEP_WRONG for a wrong or
 * used code, and LOGIN_THROTTLED or SECOND_STEP_GUESSED after too many.
 */
export async function completeTwoFactorChallenge(
  ctx: Context,
  role: Staff["role"],
  { ticket: sealed, code }: CompleteTwoFactorChallenge,
): Promise<LoggedIn> {
  const ticket = openTicket(ctx, sealed, role);
  const staff = await transactWithin(ctx, (inside) => ticketHolder(inside, ticket));
  const session = await withinGuessLimits(ctx, staff, code, () =>
    transactWithin(ctx, async (inside) => {
      const current = await ticketHolder(inside, ticket);
      await verifyTwoFactorCode(inside, current, code);
      return startStaffSession(inside, current);
    }),
  );
  await trustNetwork(ctx, accountOf(staff), wrongCodesOf(staff));
  return session;
}

/** The session. Refuses with SECOND_STEP_REQUIRED if a code is missing. */
export function requireSession(begun: LoggedIn | TwoFactorChallenge): LoggedIn {
  if ("ticket" in begun) throw refuse("SECOND_STEP_REQUIRED");
  return begun;
}

/** Both steps of an admin in one call. */
export async function logInInOneCall(
  ctx: Context,
  begun: LoggedIn | TwoFactorChallenge,
  code: string | undefined,
): Promise<LoggedIn> {
  if (!("ticket" in begun) || code === undefined) return requireSession(begun);
  return completeTwoFactorChallenge(ctx, "ADMIN", { ticket: begun.ticket, code });
}
