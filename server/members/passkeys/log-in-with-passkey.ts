import {
  usePasskey,
  findSuperAdmin,
  lockMember,
  type Context,
  transactWithin,
  forgetOneHit,
  markNetwork,
  networkOf,
  secondsToWait,
  publicProcedure,
} from "@server/access";
import { isAdminOfSite } from "@server/members/administration/company-admins";
import { companyOf, isPlatform } from "@server/sites";
import { LogInWithPasskey, PasskeyHost } from "@server/members/contracts/passkeys";
import type { LoggedIn } from "@server/members/contracts/sessions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { challengeToUse, openPasskeyTicket } from "./relying-party";
import { keepAccount } from "@server/members/administration/account-end";
import { startSession, startStaffSession } from "@server/members/sessions/start-session";
import { verifyUse } from "./verify-use";
import { requireHostOfSite } from "./router";

const WINDOW_SECONDS = 15 * 60;

export const beginLogIn = publicProcedure.input(PasskeyHost).mutation(async ({ ctx, input }) => {
  await requireHostOfSite(ctx, input.host);
  const { secrets } = ctx.deps;
  return challengeToUse({ secrets, now: ctx.now, host: input.host, personId: null }, "log-in");
});

/**
 * A login by passkey alone: the authenticator has verified its person, so it is two factors in one.
 * Every failed one gets PASSKEY_WRONG, or PASSKEY_OVER for a used or old challenge; after too many
 * from one network LOGIN_THROTTLED.
 */
export const logIn = publicProcedure
  .input(LogInWithPasskey)
  .mutation(async ({ ctx, input }): Promise<LoggedIn> => {
    const { config, secrets } = ctx.deps;
    // The platform may share its host with a company, whose suspension ends no super admin's login.
    if (input.role !== "SUPER_ADMIN" && ctx.company?.status === "SUSPENDED") {
      throw refuse("COMPANY_SUSPENDED");
    }
    const made = { purpose: "log-in", personId: null } as const;
    const ticket = openPasskeyTicket({ secrets, now: ctx.now }, input.ticket, made);
    const tries = { what: "login-ip", of: networkOf(ctx.ip) };
    const limit = config.limits.wrongLoginsPerIp;
    const wait = await secondsToWait(ctx, { ...tries, limit, windowSeconds: WINDOW_SECONDS });
    if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });

    const { passkey, counter } = await verifyUse(ctx, ticket, input.response);
    const { session, email } = await transactWithin(ctx, async (inside, tx) => {
      // The person's row before the passkey's, as where a person is removed.
      const started = await startSessionOf(inside, input.role, passkey);
      if (!(await usePasskey(tx, passkey.id, counter))) throw refuse("PASSKEY_WRONG");
      return started;
    });
    const { companyId } = passkey;
    await Promise.all([forgetOneHit(ctx, tries), markNetwork(ctx, { companyId, email })]);
    return session;
  });

/** The session of a passkey's owner, if their role is this area's and their account is open. */
async function startSessionOf(
  ctx: Context,
  role: LogInWithPasskey["role"],
  { personId, companyId }: { personId: string; companyId: string | null },
): Promise<{ session: LoggedIn; email: string }> {
  if (companyId === null) {
    const person = await findSuperAdmin(ctx.db, personId);
    if (!person || role !== "SUPER_ADMIN" || !isPlatform(ctx.site)) throw refuse("PASSKEY_WRONG");
    const { id, email } = person;
    const { language } = ctx;
    const staff = { role, id, companyId: null, email, language } as const;
    return { session: await startStaffSession(ctx, staff), email };
  }
  const person = await lockMember(ctx.db, companyId, personId);
  if (person?.status !== "ACTIVE" || person.role !== role) throw refuse("PASSKEY_WRONG");
  const isHere =
    role === "ADMIN"
      ? await isAdminOfSite(ctx.db, person, ctx.site)
      : companyOf(ctx.site)?.id === companyId;
  if (!isHere) throw refuse("PASSKEY_WRONG");
  await keepAccount(ctx, person);
  const { id, email, language } = person;
  const session =
    role === "ADMIN"
      ? await startStaffSession(ctx, { role, id, companyId, email, language })
      : await startSession(ctx, { role: "USER", id, companyId });
  return { session, email };
}
