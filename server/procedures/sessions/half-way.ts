import { findSuperAdmin } from "@db/queries/super-admins";
import { holdUser } from "@db/queries/users";
import { type Context, withinTransaction } from "@server/context/context";
import type { FinishLogIn, HalfLoggedIn, LoggedIn } from "@server/contracts/sessions";
import { refuse } from "@server/domain/refusals/refuse";
import {
  accountOf,
  admitGuess,
  type Staff,
  takeCode,
  wrongCodesOf,
} from "@server/procedures/second-step/take-code";
import { welcome } from "@server/throttles/throttle";
import { startStaffSession } from "./start-session";

/** How long somebody has for the code once the password was right. */
const TICKET_MS = 5 * 60 * 1000;

interface Ticket {
  role: Staff["role"];
  id: string;
  companyId: string | null;
  /** Of the password that was right, so that a new one ends this. */
  passwordMark: string;
  until: number;
}

const markOf = (ctx: Context, passwordHash: string | null): string =>
  ctx.deps.secrets.keyedHash("login-ticket", passwordHash ?? "");

/** What a browser holds between password and code: sealed, and worth nothing without a code. */
export function halfWay(
  ctx: Context,
  { role, id, companyId }: Staff,
  passwordHash: string | null,
): HalfLoggedIn {
  const ticket: Ticket = {
    role,
    id,
    companyId,
    passwordMark: markOf(ctx, passwordHash),
    until: ctx.now.getTime() + TICKET_MS,
  };
  return { ticket: ctx.deps.secrets.encrypt("login-ticket", JSON.stringify(ticket)) };
}

/** Sealed by us, so it says what we wrote; a torn or foreign one is over like an old one. */
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

/** Who holds the ticket, if nothing of what it was given for has changed. In a transaction: held. */
async function personOf(ctx: Context, ticket: Ticket): Promise<Staff> {
  if (ticket.companyId === null) {
    const person = await findSuperAdmin(ctx.db, ticket.id);
    if (!person) throw refuse("SECOND_STEP_OVER");
    const { id, email } = person;
    return { role: "SUPER_ADMIN", id, companyId: null, email, language: ctx.language };
  }
  const person = await holdUser(ctx.db, ticket.companyId, ticket.id);
  const isSame =
    person?.status === "ACTIVE" &&
    person.role === "ADMIN" &&
    markOf(ctx, person.passwordHash) === ticket.passwordMark;
  if (!isSame) throw refuse("SECOND_STEP_OVER");
  const { id, companyId, email, language } = person;
  return { role: "ADMIN", id, companyId, email, language };
}

/**
 * The second half of a login. Refuses with SECOND_STEP_OVER for a dead ticket, SECOND_STEP_WRONG for
 * a wrong or used code, LOGIN_THROTTLED after too many.
 */
export async function finishLogIn(
  ctx: Context,
  role: Staff["role"],
  { ticket: sealed, code }: FinishLogIn,
): Promise<LoggedIn> {
  const ticket = openTicket(ctx, sealed, role);
  const staff = await ctx.transact((tx) => personOf(withinTransaction(ctx, tx), ticket));
  await admitGuess(ctx, staff);
  const session = await ctx.transact(async (tx) => {
    const inside = withinTransaction(ctx, tx);
    const current = await personOf(inside, ticket);
    await takeCode(inside, current, code);
    return startStaffSession(inside, current);
  });
  await welcome(ctx, accountOf(staff), wrongCodesOf(staff));
  return session;
}

/** The session, where nothing is missing. Refuses with SECOND_STEP_REQUIRED where a code is. */
export function whole(begun: LoggedIn | HalfLoggedIn): LoggedIn {
  if ("ticket" in begun) throw refuse("SECOND_STEP_REQUIRED");
  return begun;
}

/** Both halves in one call. */
export async function inOneCall(
  ctx: Context,
  role: Staff["role"],
  begun: LoggedIn | HalfLoggedIn,
  code: string | undefined,
): Promise<LoggedIn> {
  if (!("ticket" in begun) || code === undefined) return whole(begun);
  return finishLogIn(ctx, role, { ticket: begun.ticket, code });
}
