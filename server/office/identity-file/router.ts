import { adminProcedure, type AdminContext, namesOf, recordAudit, router } from "@server/access";
import { onceOrAsked, type PendingChange, storeChange } from "@server/companies";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import {
  findIdentity,
  type IdentityCase,
  type IdentityDocument,
  listIdentityDocuments,
  openFile,
  panHashes,
  typedIn,
} from "@server/members";
import {
  type FiledDocument,
  FindKept,
  type IdentityFile,
  IdentityFileRef,
  IdentityFilesOf,
  type KeptPerson,
  RequestIdentityFile,
} from "@server/office/contracts/identity-file";
import {
  findReadyFile,
  findSubject,
  listIdentityDecisions,
  listIdentityFiles,
  listKept,
} from "@server/office/queries/identity-file";
import { isPersonPan, normaliseKycNumber } from "@server/platform/rules/people/kyc-number";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";

const reasonIn = ({ change }: Pick<PendingChange, "change">): string =>
  typeof change.after?.["reason"] === "string" ? change.after["reason"] : "";

/** Finds a member, also one who has left, and what they have sent of who they are. */
async function findPerson(ctx: AdminContext, memberId: string) {
  const member = orRefuse(await findSubject(ctx.db, ctx.company.id, memberId), "MEMBER_NOT_FOUND");
  return { member, evidence: await findIdentity(ctx.db, ctx.company.id, memberId) };
}

const wasSent = (evidence: IdentityCase | undefined): evidence is IdentityCase =>
  evidence !== undefined && evidence.sentAt !== null;

/** The most people whom a search finds. */
const MOST_FOUND = 5;

/** Finds people of whom evidence is kept, to lead to the file about them. */
const kept = adminProcedure
  .input(FindKept)
  .query(async ({ ctx, input: { search } }): Promise<KeptPerson[]> => {
    const pan = normaliseKycNumber(search);
    const rows = await listKept(ctx.db, ctx.company.id, {
      search,
      hashes: isPersonPan(pan) ? panHashes(ctx.deps.secrets, ctx.company.id, pan) : [],
      limit: MOST_FOUND,
    });
    return rows.map(({ endedAt, ...row }) => ({
      ...row,
      endedAt: endedAt?.toISOString() ?? null,
    }));
  });

/** The files about a member that wait for a second owner or can be downloaded. */
const ofMember = adminProcedure
  .input(IdentityFilesOf)
  .query(async ({ ctx, input }): Promise<IdentityFilesOf> => {
    const { member, evidence } = await findPerson(ctx, input.memberId);
    const files = await listIdentityFiles(ctx.db, ctx.company.id, member.id);
    return {
      member: { id: member.id, name: member.name, memberId: member.referralCode },
      hasEvidence: wasSent(evidence),
      files: files.map((one) => ({
        id: one.id,
        isReady: one.state !== "PENDING",
        reason: reasonIn(one),
        by: one.by,
        until: (one.state === "PENDING" ? one.endsAt : one.readyUntil).toISOString(),
      })),
    };
  });

async function askForFile(
  ctx: AdminContext,
  { memberId, reason }: RequestIdentityFile,
): Promise<null | StoredForSecondAdmin> {
  const { member, evidence } = await findPerson(ctx, memberId);
  if (!wasSent(evidence)) throw refuse("IDENTITY_NOTHING_SENT");
  return storeChange(ctx, {
    kind: "AUTHORITY_FILE",
    subjectId: member.id,
    change: { before: null, after: { member: member.referralCode, reason } },
  });
}

/**
 * Asks a second owner for the file about a member; all admins are mailed. Refuses with
 * IDENTITY_NOTHING_SENT where the company keeps no evidence.
 */
const request = adminProcedure.input(RequestIdentityFile).mutation(onceOrAsked(askForFile));

/** Lets a confirmed file be downloaded. Refuses with CHANGE_OVERTAKEN once its evidence is gone. */
export async function releaseFile(ctx: AdminContext, { subjectId }: PendingChange): Promise<void> {
  if (!wasSent(await findIdentity(ctx.db, ctx.company.id, subjectId))) {
    throw refuse("CHANGE_OVERTAKEN");
  }
}

async function filed(
  { deps: { storage, secrets } }: AdminContext,
  document: IdentityDocument,
  decidedBy: string | null,
): Promise<FiledDocument> {
  const file = await storage.get(document.storageKey);
  return {
    kind: document.kind,
    side: document.side,
    state: document.state,
    reason: document.reason,
    sentAt: document.createdAt.toISOString(),
    decidedAt: document.decidedAt?.toISOString() ?? null,
    decidedBy,
    sha256: document.sha256,
    contentType: document.contentType,
    bytes: file && openFile(secrets, document, file),
  };
}

/**
 * Reads a confirmed file: what was typed, the documents that were sent, the decisions. Each reading is in
 * the activity. Refuses with IDENTITY_FILE_NOT_READY.
 */
const read = adminProcedure
  .input(IdentityFileRef)
  .mutation(async ({ ctx, input }): Promise<IdentityFile> => {
    const { db, company } = ctx;
    const ready = orRefuse(
      await findReadyFile(db, company.id, input.id),
      "IDENTITY_FILE_NOT_READY",
    );
    const { member, evidence } = await findPerson(ctx, ready.subjectId);
    if (!wasSent(evidence)) throw refuse("IDENTITY_FILE_NOT_READY");
    const sent = (await listIdentityDocuments(db, company.id, member.id)).filter(
      ({ state }) => state !== "DRAFT",
    );
    const deciders = sent.flatMap(({ decidedBy }) => decidedBy ?? []);
    const names = await namesOf(db, company.id, deciders);
    const documents: FiledDocument[] = [];
    for (const document of sent) {
      documents.push(await filed(ctx, document, names.get(document.decidedBy ?? "") ?? null));
    }
    const decisions = await listIdentityDecisions(db, company.id, member.id);
    const reason = reasonIn(ready);
    await recordAudit(ctx, {
      action: "identity.file-read",
      subjectType: "member",
      subjectId: member.id,
      after: { reason, pictures: documents.length },
    });
    const { name: typedName, ...typed } = typedIn(ctx.deps.secrets, evidence);
    return {
      reason,
      person: {
        memberId: member.referralCode,
        name: member.name,
        email: member.email,
        mobile: member.mobile,
        emailVerifiedAt: member.emailVerifiedAt?.toISOString() ?? null,
        mobileVerifiedAt: member.mobileVerifiedAt?.toISOString() ?? null,
        dateOfBirth: member.dateOfBirth,
        registeredAt: member.createdAt.toISOString(),
        typedName,
        ...typed,
        sentAt: evidence.sentAt?.toISOString() ?? null,
        sentIp: evidence.sentIp,
        state: evidence.state,
        verifiedAt: evidence.verifiedAt?.toISOString() ?? null,
        verifiedUntil: evidence.verifiedUntil?.toISOString() ?? null,
      },
      documents,
      decisions: decisions.map(({ at, action, after, by }) => {
        const { decision, decidedAt } = (after ?? {}) as Record<string, unknown>;
        return {
          at: at.toISOString(),
          action: typeof decision === "string" ? `${action} ${decision}` : action,
          by,
          reason: reasonOf(evidence, sent, decidedAt),
        };
      }),
    };
  });

/**
 * The reasons of a decision, which the log leaves out: of its documents, as long as they are kept, and of
 * the whole case until it is sent again.
 */
function reasonOf(
  evidence: IdentityCase,
  documents: readonly IdentityDocument[],
  decidedAt: unknown,
): string | null {
  const reasons = [evidence, ...documents].flatMap((one) =>
    one.reason && one.decidedAt?.toISOString() === decidedAt ? [one.reason] : [],
  );
  return reasons.length > 0 ? [...new Set(reasons)].join("; ") : null;
}

export const identityFileRouter = router({ kept, ofMember, request, read });
