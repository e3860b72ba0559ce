import {
  type Context,
  type SessionSubject,
  presentHits,
  mark,
  logLogin,
  pageHostOf,
  rememberHost,
  networkOf,
  type Account,
  accountKey,
} from "@server/access";
import type { LoggedIn } from "@server/members/contracts/sessions";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { deviceName } from "@server/members/rules/device-name";
import type { Staff } from "@server/members/two-factor/verify-code";
import { createHash } from "node:crypto";
import type { Executor } from "@db/client";

/** Seconds that an unused device stays known. */
const KNOWN_SECONDS = 90 * 24 * 3600;

/** Records the device of a login; true if the account has not recently been used from it. */
async function isNewDevice(ctx: Context, db: Executor, account: Account): Promise<boolean> {
  // Ignores version numbers, since browsers update every few weeks.
  const browser = (ctx.userAgent ?? "").replace(/[\d._]+/g, "");
  const device = createHash("sha256")
    .update(`${browser}@${networkOf(ctx.ip)}`)
    .digest("hex");
  const of = ctx.deps.secrets.keyedHash("throttle", `${accountKey(account)}@${device}`);
  const key = `known-device:${of}`;
  const isKnown = (await presentHits(db, key)) !== undefined;
  await mark(db, key, KNOWN_SECONDS);
  return !isKnown;
}

/**
 * Starts a session for an authenticated person, in the caller's transaction. It replaces the one that
 * the same browser has in that role, whose token then is worth nothing.
 */
export async function startSession(ctx: Context, subject: SessionSubject): Promise<LoggedIn> {
  const sessions = ctx.deps.sessions.within(ctx.db);
  const host = pageHostOf(ctx);
  if (host && subject.role !== "SUPER_ADMIN") await rememberHost(ctx.db, subject, host);
  const before = await ctx.presentSession?.(subject.role);
  const { token, expiresAt } = await sessions.start(subject, {
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  if (before) await sessions.end(before);
  logLogin(ctx, subject);
  return { token, expiresAt: expiresAt.toISOString() };
}

/** Starts a session of an admin or a super admin; a super admin is notified of a new device. */
export async function startStaffSession(ctx: Context, staff: Staff): Promise<LoggedIn> {
  const { role, email, companyId } = staff;
  if (role === "SUPER_ADMIN" && (await isNewDevice(ctx, ctx.db, { companyId, email }))) {
    await ctx.deps.jobs.notify(ctx.db, {
      template: "newDevice",
      params: {
        device: deviceName(ctx.userAgent) ?? "",
        ip: ctx.ip,
        at: formatDateTime(ctx.now),
      },
      channel: "EMAIL",
      address: email,
      language: ctx.language,
      companyId: null,
      userId: null,
    });
  }
  return startSession(ctx, staff);
}
