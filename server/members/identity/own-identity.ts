import {
  findMember,
  lockMember,
  memberProcedure,
  type MemberContext,
  recordAudit,
  secondsToWait,
  transactWithin,
  updateMember,
} from "@server/access";
import { identityRulesOf } from "@server/companies/rules/identity";
import {
  type OwnDocument,
  type OwnIdentity,
  SaveIdentity,
  SendIdentity,
} from "@server/members/contracts/identity";
import { askedAgain } from "@server/members/profile/end-verification";
import {
  findIdentity,
  type IdentityCase,
  type IdentityDocument,
  isPanVerifiedElsewhere,
  listIdentityDocuments,
  saveIdentity,
  sendDrafts,
  usualIdentitySeconds,
} from "@server/members/queries/identity";
import { signsOfEvidence } from "@server/members/rules/risk/risk";
import { keepSigns } from "@server/members/queries/signs";
import { standingOf } from "@server/members/rules/identity/standing";
import {
  asksName,
  isDone,
  mayChange,
  pictureOf,
  presentDocument,
  stepsOf,
} from "@server/members/rules/identity/steps";
import { maskKycNumber, maskPan } from "@server/platform/rules/people/masking";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { openDetails, panHash, panHashes, sealDetails, secondHash, typedIn } from "./details";

const ownDocument = (document: IdentityDocument): OwnDocument => ({
  id: document.id,
  kind: document.kind,
  side: document.side,
  state: document.state,
  reason: document.state === "REFUSED" ? document.reason : null,
  addedAt: document.createdAt.toISOString(),
});

export async function viewOf(ctx: MemberContext): Promise<OwnIdentity> {
  const { company, actor, deps, now } = ctx;
  const rules = identityRulesOf(company.settings);
  const [person, of, documents, usualSeconds] = await Promise.all([
    findMember(ctx.db, company.id, actor.id),
    findIdentity(ctx.db, company.id, actor.id),
    listIdentityDocuments(ctx.db, company.id, actor.id),
    usualIdentitySeconds(ctx.db, company.id),
  ]);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const typed = typedIn(deps.secrets, of);
  const { purchase } = openDetails(deps.secrets, of?.detailsEncrypted ?? null);
  const steps = stepsOf(rules);
  return {
    standing: standingOf(rules, of, now),
    rules,
    steps: steps.map((step) => {
      const picture = pictureOf(step, typed.secondKind);
      const document = picture && presentDocument(documents, picture, of);
      return {
        step,
        isDone: isDone(step, { typed, documents, of }),
        asksName: asksName(step, steps),
        document: document ? ownDocument(document) : null,
      };
    }),
    mayChange: rules.asks !== "NOTHING" && mayChange(of, now),
    isBegun: of !== undefined || documents.length > 0,
    typed: {
      ...typed,
      name: typed.name ?? person.name,
      pan: typed.pan && maskPan(typed.pan),
      isPanFixed: typed.pan !== null && Boolean(of?.verifiedAt),
      secondNumber: typed.secondNumber && maskKycNumber(typed.secondNumber),
    },
    sentAt: of?.sentAt?.toISOString() ?? null,
    purchase: of && of.state !== "VERIFIED" ? purchase : null,
    verifiedUntil: of?.verifiedUntil?.toISOString() ?? null,
    reason: of?.state === "REFUSED" ? of.reason : null,
    usualSeconds,
  };
}

/** What the company asks, what the member has typed and sent, and what was decided. */
export const mine = memberProcedure.query(({ ctx }) => viewOf(ctx));

/**
 * Locks the member and returns their case, which may be changed. Refuses with IDENTITY_NOT_ASKED,
 * IDENTITY_BEING_CHECKED and IDENTITY_VERIFIED.
 */
export async function lockChangeable(ctx: MemberContext): Promise<IdentityCase | undefined> {
  if (identityRulesOf(ctx.company.settings).asks === "NOTHING") throw refuse("IDENTITY_NOT_ASKED");
  const member = orRefuse(await lockMember(ctx.db, ctx.company.id, ctx.actor.id), "NOT_SIGNED_IN");
  const of = await findIdentity(ctx.db, ctx.company.id, member.id);
  if (mayChange(of, ctx.now)) return of;
  throw refuse(of?.state === "SENT" ? "IDENTITY_BEING_CHECKED" : "IDENTITY_VERIFIED");
}

/** PANs that a member may try in a day: an answer tells that one is verified here. */
const PANS_A_DAY = 5;

/** Refuses a PAN that is verified under another account; the attempt is a sign of one person. */
async function refuseVerifiedElsewhere(ctx: MemberContext, pan: string): Promise<void> {
  const { secrets } = ctx.deps;
  const own = { companyId: ctx.company.id, memberId: ctx.actor.id };
  const hashes = panHashes(secrets, own.companyId, pan);
  if (!(await isPanVerifiedElsewhere(ctx.db, own.companyId, { ...own, hashes }))) return;
  await keepSigns(ctx.db, secrets, own, signsOfEvidence(pan));
  throw refuse("IDENTITY_PAN_TAKEN");
}

/**
 * Keeps what the member typed. A verified PAN stays. Refuses with IDENTITY_PAN_TAKEN where another
 * account is verified with the PAN, with THROTTLED after several PANs in a day, and as
 * `lockChangeable`.
 */
export async function keepTyped(ctx: MemberContext, input: SaveIdentity): Promise<void> {
  const { secrets } = ctx.deps;
  const companyId = ctx.company.id;
  if (input.pan) {
    const counted = { what: "identity-pan", of: ctx.actor.id, limit: PANS_A_DAY };
    const seconds = await secondsToWait(ctx, { ...counted, windowSeconds: 24 * 3600 });
    if (seconds !== null) throw refuse("THROTTLED", { seconds });
    await refuseVerifiedElsewhere(ctx, input.pan);
  }
  await transactWithin(ctx, async (inside, tx) => {
    const of = await lockChangeable(inside);
    const before = openDetails(secrets, of?.detailsEncrypted ?? null);
    const pan = of?.verifiedAt && before.pan ? before.pan : (input.pan ?? before.pan);
    const kind = input.secondKind ?? of?.secondKind ?? null;
    // Another document has another number.
    const isOther = kind !== (of?.secondKind ?? kind);
    const number = input.secondNumber ?? (isOther ? null : before.secondNumber);
    await saveIdentity(tx, companyId, ctx.actor.id, {
      ...(input.typedName && { typedName: input.typedName }),
      panHash: pan && panHash(secrets, companyId, pan),
      secondKind: kind,
      secondHash: kind && number && secondHash(secrets, companyId, { kind, number }),
      detailsEncrypted: sealDetails(secrets, {
        ...before,
        pan,
        secondNumber: number,
        address: input.address ?? before.address,
      }),
    });
  });
}

export const save = memberProcedure
  .input(SaveIdentity)
  .mutation(async ({ ctx, input }): Promise<OwnIdentity> => {
    await keepTyped(ctx, input);
    return viewOf(ctx);
  });

/**
 * Sends what was typed and chosen to the company. Repeated, it changes nothing. Refuses with
 * IDENTITY_INCOMPLETE while a step is open, with IDENTITY_PAN_TAKEN, and as `lockChangeable`.
 */
export async function sendAll(
  ctx: MemberContext,
  input: { place?: string | undefined; purchase?: string | undefined },
): Promise<void> {
  const { secrets } = ctx.deps;
  const [companyId, memberId] = [ctx.company.id, ctx.actor.id];
  const present = await findIdentity(ctx.db, companyId, memberId);
  if (present?.state === "SENT") return;
  const { pan } = typedIn(secrets, present);
  if (pan) await refuseVerifiedElsewhere(ctx, pan);
  await transactWithin(ctx, async (inside, tx) => {
    const of = await lockChangeable(inside);
    const documents = await listIdentityDocuments(tx, companyId, memberId);
    const typed = typedIn(secrets, of);
    const isWhole = stepsOf(identityRulesOf(ctx.company.settings)).every((step) =>
      isDone(step, { typed, documents, of }),
    );
    if (!isWhole) throw refuse("IDENTITY_INCOMPLETE");
    const sent = await sendDrafts(tx, companyId, memberId);
    const { secondKind: kind, secondNumber: number } = typed;
    const signs = signsOfEvidence(
      typed.pan,
      kind && number && `${kind} ${number}`,
      ...documents.map(({ sha256 }) => sha256),
    );
    await keepSigns(tx, secrets, { companyId, memberId }, signs);
    const details = openDetails(secrets, of?.detailsEncrypted ?? null);
    await saveIdentity(tx, companyId, memberId, {
      state: "SENT",
      sentCount: (of?.sentCount ?? 0) + 1,
      sentAt: ctx.now,
      sentIp: ctx.ip,
      reason: null,
      undoUntil: null,
      detailsEncrypted: sealDetails(secrets, {
        ...details,
        place: input.place ?? null,
        purchase: input.purchase ?? null,
      }),
    });
    const person = await findMember(tx, companyId, memberId);
    if (person && !person.isApproved) {
      await updateMember(tx, companyId, memberId, askedAgain(ctx.now));
    }
    await recordAudit(inside, {
      action: "identity.sent",
      subjectType: "member",
      subjectId: memberId,
      after: { pictures: sent },
    });
  });
}

export const send = memberProcedure
  .input(SendIdentity)
  .mutation(async ({ ctx, input }): Promise<OwnIdentity> => {
    await sendAll(ctx, input);
    return viewOf(ctx);
  });
