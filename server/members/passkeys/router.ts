import {
  addPasskey,
  type Context,
  countRecoveryCodes,
  deleteRecoveryCodes,
  findSuperAdmin,
  hasTwoFactor,
  listPasskeys,
  recordAudit,
  removePasskey,
  requireStepUp,
  router,
  type SignedInActor,
  signedInProcedure,
  staffProcedure,
  transactWithin,
  findSelf,
} from "@server/access";
import { beginLogIn, logIn } from "./log-in-with-passkey";
import { companyOf, isPlatform, resolveSite } from "@server/sites";
import type { Language, Role } from "@db/vocabulary";
import {
  AddPasskey,
  PasskeyHost,
  type PasskeyRow,
  RemovePasskey,
} from "@server/members/contracts/passkeys";
import { deviceName } from "@server/members/rules/device-name";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  challengeToAdd,
  challengeToUse,
  openPasskeyTicket,
  verifyNewPasskey,
} from "./relying-party";
import { verifyCurrentPassword } from "@server/members/passwords/save-password";
import {
  assertFactorLeft,
  issueRecoveryCodes,
  lockAccount,
} from "@server/members/two-factor/verify-code";
import { originOfHost } from "@server/sites/rules/host";
import { claimChallenge } from "./verify-use";

/** More than anybody's devices. */
const MOST = 10;

type OwnContext = Context & { actor: SignedInActor };

/** The owner of passkeys: anybody who can log in. */
interface Owner {
  role: Role;
  id: string;
  companyId: string | null;
  email: string;
  language: Language;
  passwordHash: string | null;
}

async function ownerOf(ctx: OwnContext): Promise<Owner> {
  const { actor } = ctx;
  if (actor.role === "SUPER_ADMIN") {
    const person = orRefuse(await findSuperAdmin(ctx.db, actor.id), "NOT_SIGNED_IN");
    const { id, email } = person;
    const { language } = ctx;
    return { role: actor.role, id, companyId: null, email, language, passwordHash: null };
  }
  const person = await findSelf(ctx.db, actor);
  const { id, companyId, email, language, passwordHash } = person;
  return { role: actor.role, id, companyId, email, language, passwordHash };
}

/** An open session must not suffice to add another way in. */
async function proveOwner(ctx: OwnContext, owner: Owner, typed: string | undefined) {
  // They have no password.
  if (ctx.actor.role === "SUPER_ADMIN") return requireStepUp(ctx.actor);
  if (typed === undefined) throw refuse("CURRENT_PASSWORD_REQUIRED");
  await verifyCurrentPassword(ctx, owner, typed);
}

/** Refuses with PASSKEY_WRONG a host that does not show this site. */
export async function requireHostOfSite(ctx: Context, host: string): Promise<void> {
  const platformHost = new URL(ctx.deps.config.appOrigin).hostname;
  const site = await resolveSite(ctx.db, host, platformHost);
  const isSame =
    companyOf(site)?.id === companyOf(ctx.site)?.id && isPlatform(site) === isPlatform(ctx.site);
  if (site.kind === "unknown" || !isSame) throw refuse("PASSKEY_WRONG");
}

const mine = signedInProcedure.query(async ({ ctx }): Promise<PasskeyRow[]> => {
  const rows = await listPasskeys(ctx.db, ctx.actor.id);
  return rows.map(({ id, name, host, createdAt, lastUsedAt }) => ({
    id,
    name,
    host,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
});

const beginAdding = signedInProcedure.input(PasskeyHost).mutation(async ({ ctx, input }) => {
  await requireHostOfSite(ctx, input.host);
  const owner = await ownerOf(ctx);
  const has = await listPasskeys(ctx.db, owner.id);
  if (has.length >= MOST) throw refuse("PASSKEYS_FULL");
  return challengeToAdd(
    { secrets: ctx.deps.secrets, now: ctx.now, host: input.host, personId: owner.id },
    { site: ctx.company?.name ?? input.host, email: owner.email, has },
  );
});

const beginStepUp = staffProcedure.input(PasskeyHost).mutation(async ({ ctx, input }) => {
  await requireHostOfSite(ctx, input.host);
  const own = await listPasskeys(ctx.db, ctx.actor.id);
  return challengeToUse(
    { secrets: ctx.deps.secrets, now: ctx.now, host: input.host, personId: ctx.actor.id },
    "step-up",
    own.filter(({ host }) => host === input.host),
  );
});

const add = signedInProcedure.input(AddPasskey).mutation(async ({ ctx, input }) => {
  const owner = await ownerOf(ctx);
  const ticket = openPasskeyTicket({ secrets: ctx.deps.secrets, now: ctx.now }, input.ticket, {
    purpose: "add",
    personId: owner.id,
  });
  await proveOwner(ctx, owner, input.currentPassword);
  const origin = originOfHost(ctx.deps.config.appOrigin, ticket.host);
  const passkey = await verifyNewPasskey(ticket, origin, input.response);
  await claimChallenge(ctx, ticket.challenge);
  return transactWithin(ctx, async (inside, tx) => {
    // Two concurrent calls take turns: one gives recovery codes, and none adds an eleventh.
    await lockAccount(tx, owner);
    if ((await listPasskeys(tx, owner.id)).length >= MOST) throw refuse("PASSKEYS_FULL");
    const { id: personId, companyId } = owner;
    const name = input.name ?? deviceName(ctx.userAgent) ?? ticket.host;
    const row = { ...passkey, personId, companyId, host: ticket.host, name };
    if (!(await addPasskey(tx, row))) throw refuse("PASSKEY_KNOWN");
    await auditPasskey(inside, owner, "passkey-added", { after: { host: ticket.host } });
    await notifyOwner(inside, owner, "PASSKEY_ADDED");
    // A member's password goes on working without a second factor, so they need no codes.
    const needsCodes = owner.role !== "USER" && (await countRecoveryCodes(tx, owner.id)) === 0;
    // Other sessions were started without it.
    if (owner.role !== "USER") {
      await ctx.deps.sessions.within(tx).endAll(ctx.actor, ctx.actor.sessionId);
    }
    return { recoveryCodes: needsCodes ? await issueRecoveryCodes(inside, owner) : [] };
  });
});

const remove = signedInProcedure.input(RemovePasskey).mutation(async ({ ctx, input }) => {
  const owner = await ownerOf(ctx);
  await proveOwner(ctx, owner, input.currentPassword);
  await transactWithin(ctx, async (inside, tx) => {
    await lockAccount(tx, owner);
    const gone = orRefuse(
      await removePasskey(tx, { personId: owner.id, id: input.id }),
      "PASSKEY_NOT_FOUND",
    );
    await assertFactorLeft(inside, owner);
    // The codes stand in for a second factor that is no longer asked for.
    if (!(await hasTwoFactor(tx, owner.id))) await deleteRecoveryCodes(tx, owner.id);
    await auditPasskey(inside, owner, "passkey-removed", { before: { host: gone.host } });
    await notifyOwner(inside, owner, "PASSKEY_REMOVED");
    // A lost device may still be logged in by it.
    await ctx.deps.sessions.within(tx).endAll(ctx.actor, ctx.actor.sessionId);
  });
  return null;
});

/**
 * The typed name is left out: the audit log is permanent, and the account's end must erase names.
 */
const auditPasskey = (
  ctx: Context,
  { role, id, companyId }: Owner,
  what: "passkey-added" | "passkey-removed",
  change: { before: { host: string } } | { after: { host: string } },
) => {
  const subjectType = role === "SUPER_ADMIN" ? ("super-admin" as const) : ("member" as const);
  const action = `${subjectType}.${what}` as const;
  return recordAudit(ctx, { action, subjectType, subjectId: id, companyId, ...change });
};

const notifyOwner = (
  ctx: Context,
  { id, companyId, email, language }: Owner,
  change: "PASSKEY_ADDED" | "PASSKEY_REMOVED",
) =>
  ctx.deps.jobs.notify(ctx.db, {
    template: "securityChanged",
    params: { change, left: 0 },
    channel: "EMAIL",
    address: email,
    language,
    companyId,
    userId: companyId === null ? null : id,
  });

export const passkeysRouter = router({
  mine,
  beginAdding,
  add,
  remove,
  beginLogIn,
  logIn,
  beginStepUp,
});
