import { mailTo } from "@server/messages/rules/mail-to";
import {
  adminProcedure,
  type AdminContext,
  lockMember,
  type MemberRow,
  recordAudit,
  updateMember,
  inTransaction,
} from "@server/access";
import type { DocumentKind } from "@db/vocabulary";
import { databaseNow } from "@db/clock";
import { endWaitForVerification, waitForVerificationAgain } from "@server/ledger";
import { withdrawMessages } from "@server/messages";
import {
  DecideIdentity,
  type IdentityDecision,
  UndoIdentity,
} from "@server/members/contracts/identity-desk";
import {
  type IdentityCase,
  type IdentityDocument,
  listIdentityDocuments,
  saveIdentity,
} from "@server/members/queries/identity";
import { findBefore, lockIdentity, settleDocument } from "@server/members/queries/identity-desk";
import { openDetails } from "../details";
import { refuse, refuseField, orRefuse } from "@server/platform/rules/refusals/refuse";
import { LATE_MS, UNDO_SECONDS, undoUntil } from "@server/platform/rules/undo-time";
import { acceptCase } from "./accept-evidence";

/** Names one decision, for its mails. */
const undoKeyOf = (memberId: string, decidedAt: Date): string =>
  `identity ${memberId} ${decidedAt.toISOString()}`;

/** Locks a member and their case, which waits for a decision in the version that was shown. */
async function lockWaiting(
  ctx: AdminContext,
  { id, version }: Pick<DecideIdentity, "id" | "version">,
): Promise<{ member: MemberRow; of: IdentityCase }> {
  const member = await lockMember(ctx.db, ctx.company.id, id);
  if (!member || member.role !== "USER" || member.deletedAt) throw refuse("MEMBER_NOT_FOUND");
  const of = await lockIdentity(ctx.db, ctx.company.id, id);
  if (!of || of.sentCount === 0) throw refuse("IDENTITY_NOT_FOUND");
  if (version !== undefined && version !== of.sentCount) throw refuse("IDENTITY_SENT_AGAIN");
  if (of.state !== "SENT") throw refuse("IDENTITY_ALREADY_DECIDED");
  return { member, of };
}

/** Returns the documents that are asked for again, with their reasons. Refuses with REASON_REQUIRED. */
function askedAgain(
  documents: readonly IdentityDocument[],
  named: DecideIdentity["documents"],
): Map<string, string> {
  const known = new Set(documents.map(({ id }) => id));
  const reasons = named.flatMap(({ id, reason }): [string, string][] =>
    reason && known.has(id) ? [[id, reason]] : [],
  );
  if (reasons.length === 0) throw refuse("REASON_REQUIRED");
  return new Map(reasons);
}

/**
 * Decides about what a member sent: accepts it, asks for documents again, or refuses it. The member is
 * told once it can no longer be undone. Refuses as `lockWaiting` and `acceptCase`, and with
 * REASON_REQUIRED.
 */
export const decide = adminProcedure.input(DecideIdentity).mutation(
  inTransaction(async (ctx, input, tx): Promise<{ decidedAt: string; undo: boolean }> => {
    const { company, actor, deps } = ctx;
    const { decision } = input;
    const { member, of } = await lockWaiting(ctx, input);
    const at = await databaseNow(tx);
    const until = undoUntil(at, ctx);
    const waiting = (await listIdentityDocuments(tx, company.id, member.id)).filter(
      ({ state }) => state === "SENT",
    );
    const again =
      decision === "ASK" ? askedAgain(waiting, input.documents) : new Map<string, string>();
    const reason = decision === "REFUSE" ? input.reason : undefined;
    if (decision === "REFUSE" && !reason) throw refuseField("reason", "REASON_REQUIRED");
    const wasApproved = member.isApproved;

    if (decision === "ACCEPT") {
      await acceptCase(ctx, of, {
        at,
        undoUntil: until,
        confirmsShared: input.confirmsShared,
      });
      await updateMember(tx, company.id, member.id, {
        isApproved: true,
        verificationRefusedAt: null,
        verificationRefusal: null,
      });
      await endWaitForVerification(tx, company.id, member.id);
    } else {
      const decided = { decidedAt: at, decidedBy: actor.id };
      for (const document of waiting) {
        const why = decision === "ASK" ? again.get(document.id) : reason;
        const state = why === undefined ? ("ACCEPTED" as const) : ("REFUSED" as const);
        await settleDocument(tx, document, { ...decided, state, reason: why ?? null });
      }
      await saveIdentity(tx, company.id, member.id, {
        ...decided,
        state: decision === "ASK" ? "ASKED" : "REFUSED",
        reason: reason ?? null,
        undoUntil: until,
      });
      if (decision === "REFUSE" && !wasApproved) {
        const refused = { verificationRefusedAt: at, verificationRefusal: reason ?? null };
        await updateMember(tx, company.id, member.id, refused);
      }
    }
    // The reasons are left out: the log is permanent, and deletion erases what a person wrote.
    await recordAudit(ctx, {
      action: "identity.decided",
      subjectType: "member",
      subjectId: member.id,
      before: {
        isApproved: wasApproved,
        verifiedAt: of.verifiedAt?.toISOString() ?? null,
        verifiedUntil: of.verifiedUntil?.toISOString() ?? null,
      },
      after: {
        decision,
        decidedAt: at.toISOString(),
        ...(input.confirmsShared && { confirmsShared: true }),
      },
    });
    const later = until && { delaySeconds: UNDO_SECONDS, undoKey: undoKeyOf(member.id, at) };
    const { purchase } = openDetails(deps.secrets, of.detailsEncrypted);
    const mail = {
      ...mailOf(decision, waiting, again, reason ?? "", purchase),
      ...mailTo(company.id, member),
    };
    const event = {
      event: "identity.decided" as const,
      companyId: company.id,
      data: { companyId: company.id, memberId: member.referralCode, decision },
    };
    await deps.jobs.notify(tx, { ...mail, ...later }, { ...event, ...later });
    return { decidedAt: at.toISOString(), undo: until !== null };
  }),
);

function mailOf(
  decision: IdentityDecision,
  waiting: readonly IdentityDocument[],
  again: ReadonlyMap<string, string>,
  reason: string,
  purchase: string | null,
) {
  if (decision === "ACCEPT") {
    const params = { change: "BUY" as const, ...(purchase && { purchase }) };
    return { template: "memberVerified" as const, params };
  }
  if (decision === "REFUSE") return { template: "identityRefused" as const, params: { reason } };
  const reasons: Partial<Record<DocumentKind, string>> = {};
  for (const { id, kind } of waiting) {
    const why = again.get(id);
    // Both sides of a document may have the same reason.
    if (why && reasons[kind] !== why)
      reasons[kind] = [reasons[kind], why].filter(Boolean).join(" ");
  }
  return { template: "identityAsked" as const, params: { reasons } };
}

/**
 * Undoes the caller's own decision of this moment: the case waits as it was sent, and the member is told
 * nothing. Refuses with UNDO_OTHERS, and with UNDO_TOO_LATE once the mail is on its way.
 */
export const undo = adminProcedure.input(UndoIdentity).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { company, actor } = ctx;
    const member = orRefuse(await lockMember(tx, company.id, input.id), "MEMBER_NOT_FOUND");
    const of = await lockIdentity(tx, company.id, member.id);
    if (!of?.decidedAt) throw refuse("IDENTITY_NOT_FOUND");
    if (of.decidedBy !== actor.id) throw refuse("UNDO_OTHERS");
    const { decidedAt } = of;
    const isLate =
      decidedAt.toISOString() !== input.decidedAt ||
      of.undoUntil === null ||
      (await databaseNow(tx)).getTime() > of.undoUntil.getTime() + LATE_MS ||
      member.noticesReadAt >= of.undoUntil;
    if (isLate || !(await withdrawMessages(tx, company.id, undoKeyOf(member.id, decidedAt)))) {
      throw refuse("UNDO_TOO_LATE");
    }
    const before = await findBefore(tx, company.id, { memberId: member.id, decidedAt });
    const dated = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
    const documents = await listIdentityDocuments(tx, company.id, member.id);
    for (const document of documents) {
      if (document.decidedAt?.getTime() !== decidedAt.getTime()) continue;
      const undecided = { state: "SENT", reason: null, decidedAt: null, decidedBy: null } as const;
      await settleDocument(tx, document, undecided);
    }
    await saveIdentity(tx, company.id, member.id, {
      state: "SENT",
      decidedAt: null,
      decidedBy: null,
      reason: null,
      undoUntil: null,
      verifiedAt: dated(before?.["verifiedAt"]),
      verifiedUntil: dated(before?.["verifiedUntil"]),
    });
    const isApproved = before?.["isApproved"] === true;
    await updateMember(tx, company.id, member.id, {
      isApproved,
      verificationRefusedAt: null,
      verificationRefusal: null,
    });
    if (member.isApproved && !isApproved) {
      const above = company.settings.rewardVerifiedAbove;
      if (above !== undefined) await waitForVerificationAgain(tx, company.id, member.id, above);
    }
    await recordAudit(ctx, {
      action: "identity.decision-undone",
      subjectType: "member",
      subjectId: member.id,
      after: null,
    });
    return null;
  }),
);
