import type { Context } from "@server/context/context";
import type { SessionSubject } from "@server/context/sessions";
import type { LoggedIn } from "@server/contracts/sessions";
import { formatDateTime } from "@server/domain/dates/india";
import { deviceName } from "@server/domain/people/device-name";
import type { Staff } from "@server/procedures/second-step/take-code";
import { isNewDevice } from "@server/sessions/new-device";

/** A session for whoever has proved to be this person, in the caller's transaction. */
export async function startSession(ctx: Context, subject: SessionSubject): Promise<LoggedIn> {
  const { token, expiresAt } = await ctx.deps.sessions
    .within(ctx.db)
    .start(subject, { ip: ctx.ip, userAgent: ctx.userAgent });
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The same for an admin or a super admin, who is told of a device that was not used before. */
export async function startStaffSession(ctx: Context, staff: Staff): Promise<LoggedIn> {
  const { role, email, companyId } = staff;
  if (role === "SUPER_ADMIN" && (await isNewDevice(ctx, ctx.db, { companyId, email }))) {
    await ctx.deps.jobs.tell(ctx.db, {
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
      origin: ctx.origin,
    });
  }
  return startSession(ctx, staff);
}
