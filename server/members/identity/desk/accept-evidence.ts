import type { AdminContext, MemberRow } from "@server/access";
import { violatedConstraint } from "@db/client";
import { identityRulesOf } from "@server/companies/rules/identity";
import {
  listIdentityDocuments,
  isPanVerifiedElsewhere,
  saveIdentity,
} from "@server/members/queries/identity";
import type { IdentityCase, IdentityDocument } from "@server/members/queries/identity";
import { listSharing, lockIdentity, settleDocument } from "@server/members/queries/identity-desk";
import { keepSigns } from "@server/members/queries/signs";
import { mustConfirm } from "@server/members/rules/identity/shared-evidence";
import { isProven } from "@server/members/rules/identity/standing";
import { type IdentityStep, isDone, stepsOf } from "@server/members/rules/identity/steps";
import { signsOfKyc } from "@server/members/rules/risk/risk";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { panHashes, typedIn } from "../details";

/** Returns the end of a verification; null for one that does not end. */
function endAfter(at: Date, months: number): Date | null {
  if (months === 0) return null;
  const end = new Date(at);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}

/** Returns the steps of a company's question that a case has not answered. */
export function missingOf(
  { company, deps }: Pick<AdminContext, "company" | "deps">,
  of: IdentityCase,
  documents: readonly IdentityDocument[],
): IdentityStep[] {
  const typed = typedIn(deps.secrets, of);
  return stepsOf(identityRulesOf(company.settings)).filter(
    (step) => !isDone(step, { typed, documents, of }),
  );
}

/**
 * Accepts what a member sent: the case is verified, for the months that the company sets. Refuses with
 * IDENTITY_EVIDENCE_MISSING where the company asks for something that was not sent, and with
 * IDENTITY_PAN_TAKEN where another account is verified with the PAN, and with IDENTITY_SHARED where
 * `mustConfirm` asks for a confirmation that the admin did not give. The member is locked.
 */
export async function acceptCase(
  ctx: AdminContext,
  of: IdentityCase,
  {
    at,
    undoUntil,
    confirmsShared = false,
  }: { at: Date; undoUntil: Date | null; confirmsShared?: boolean | undefined },
): Promise<void> {
  const { db, company, actor, deps } = ctx;
  const { companyId, memberId } = of;
  const documents = await listIdentityDocuments(db, companyId, memberId);
  if (missingOf(ctx, of, documents).length > 0) throw refuse("IDENTITY_EVIDENCE_MISSING");
  const { pan } = typedIn(deps.secrets, of);
  const hashes = pan ? panHashes(deps.secrets, companyId, pan) : [];
  if (pan && (await isPanVerifiedElsewhere(db, companyId, { memberId, hashes }))) {
    throw refuse("IDENTITY_PAN_TAKEN");
  }
  const sent = documents.filter(({ state }) => state !== "DRAFT");
  if (!confirmsShared && mustConfirm(await listSharing(db, { companyId, memberId }), sent)) {
    throw refuse("IDENTITY_SHARED");
  }
  const { renewMonths } = identityRulesOf(company.settings);
  const decided = { decidedAt: at, decidedBy: actor.id, reason: null };
  await saveIdentity(db, companyId, memberId, {
    ...decided,
    state: "VERIFIED",
    undoUntil,
    verifiedAt: at,
    verifiedUntil: endAfter(at, renewMonths),
  }).catch((error: unknown) => {
    // Another account was verified with the PAN at the same moment.
    throw violatedConstraint(error) === "identity_cases_one_person"
      ? refuse("IDENTITY_PAN_TAKEN")
      : error;
  });
  for (const document of documents.filter(({ state }) => state === "SENT")) {
    await settleDocument(db, document, { ...decided, state: "ACCEPTED" });
  }
  if (pan) await keepSigns(db, deps.secrets, { companyId, memberId }, signsOfKyc(pan));
}

/**
 * Accepts a member's evidence with a verification by hand, over REST too. A company that asks nothing
 * needs none, and a case whose evidence still stands is accepted as it is. Refuses as {@link acceptCase}.
 */
export async function acceptEvidence(ctx: AdminContext, member: MemberRow): Promise<void> {
  if (identityRulesOf(ctx.company.settings).asks === "NOTHING") return;
  const of = await lockIdentity(ctx.db, member.companyId, member.id);
  if (of?.state === "VERIFIED" && isProven(of, ctx.now)) return;
  if (of?.state !== "SENT") throw refuse("IDENTITY_EVIDENCE_MISSING");
  await acceptCase(ctx, of, { at: ctx.now, undoUntil: null });
}
