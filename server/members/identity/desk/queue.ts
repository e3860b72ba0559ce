import { adminProcedure, type AdminContext, findMember } from "@server/access";
import { identityRulesOf } from "@server/companies/rules/identity";
import {
  type DeskCase,
  type DeskDocument,
  FindCase,
  ListCases,
  type UndoableCase,
  type WaitingCase,
} from "@server/members/contracts/identity-desk";
import {
  findIdentity,
  type IdentityCase,
  type IdentityDocument,
  listIdentityDocuments,
} from "@server/members/queries/identity";
import {
  findUndoableCase,
  listSentDocuments,
  listSharing,
  listWaitingCases,
} from "@server/members/queries/identity-desk";
import { payersOfMember } from "@server/payments";
import { mustConfirm, twicePictures } from "@server/members/rules/identity/shared-evidence";
import { isReplaced } from "@server/members/rules/identity/steps";
import { compareNames } from "@server/platform/rules/people/same-name";
import { lastPageOf, offsetOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { typedIn } from "../details";
import { missingOf } from "./accept-evidence";

/** Lists the cases that wait for a decision, the oldest first. */
export const queue = adminProcedure.input(ListCases).query(async ({ ctx, input }) => {
  const found = await listWaitingCases(ctx.db, ctx.company.id, {
    limit: input.limit,
    offset: offsetOf(input),
  });
  const ids = found.rows.map(({ id }) => id);
  const documents = await listSentDocuments(ctx.db, ctx.company.id, ids);
  const records = found.rows.map(({ sentAt, ...row }): WaitingCase => ({
    ...row,
    sentAt: sentAt?.toISOString() ?? "",
    documents: documents
      .filter(({ memberId }) => memberId === row.id)
      .map(({ id, kind, side }) => ({ id, kind, side })),
  }));
  return { total: found.total, lastPage: lastPageOf(found.total, input.limit), records };
});

/**
 * Returns what a member sent, beside what is proven of them. Refuses with MEMBER_NOT_FOUND and
 * IDENTITY_NOT_FOUND.
 */
export const find = adminProcedure
  .input(FindCase)
  .query(({ ctx, input }): Promise<DeskCase> => deskCase(ctx, input.id));

async function deskCase(ctx: AdminContext, id: string): Promise<DeskCase> {
  const { db, company, deps } = ctx;
  const member = await findMember(db, company.id, id);
  if (!member || member.role !== "USER") throw refuse("MEMBER_NOT_FOUND");
  const of = await findIdentity(db, company.id, id);
  if (!of?.sentAt) throw refuse("IDENTITY_NOT_FOUND");
  const [all, others, payers] = await Promise.all([
    listIdentityDocuments(db, company.id, id),
    listSharing(db, { companyId: company.id, memberId: id }),
    payersOfMember(db, company.id, id),
  ]);
  const documents = all.filter(({ state }) => state !== "DRAFT");
  const isWaiting = of.state === "SENT";
  const name = of.typedName ?? member.name;
  return {
    id,
    version: of.sentCount,
    state: of.state,
    verifiedUntil: of.verifiedUntil?.toISOString() ?? null,
    reason: of.reason,
    sentAt: of.sentAt.toISOString(),
    isRenewal: of.verifiedAt !== null && isWaiting,
    typed: typedIn(deps.secrets, of),
    account: {
      name: member.name,
      likeness: of.typedName === null ? null : compareNames(of.typedName, member.name),
      referralCode: member.referralCode,
      dateOfBirth: member.dateOfBirth,
      email: member.email,
      isEmailProven: member.emailVerifiedAt !== null,
      mobile: member.mobile,
      isMobileProven: member.mobileVerifiedAt !== null,
      ip: of.sentIp,
    },
    documents: documents
      .map((one) => deskDocument(documents, one, of))
      .toSorted((one, other) => placeOf(one) - placeOf(other)),
    mustConfirm: isWaiting && mustConfirm(others, documents),
    reasons: identityRulesOf(company.settings).reasons ?? null,
    missing: isWaiting ? missingOf(ctx, of, all) : [],
    payers: payers.map((payer) => ({ name: payer, likeness: compareNames(payer, name) })),
    others,
  };
}

const placeOf = ({ isReplaced: isOld, state }: DeskDocument): number =>
  isOld ? 2 : state === "SENT" ? 0 : 1;

function deskDocument(
  documents: readonly IdentityDocument[],
  one: IdentityDocument,
  { secondKind }: Pick<IdentityCase, "secondKind">,
): DeskDocument {
  const { id, kind, side, state, reason } = one;
  const before = documents.findLast(
    (other) => other.kind === kind && other.side === side && other.state === "REFUSED",
  );
  return {
    id,
    kind,
    side,
    state,
    reason,
    answers: state === "SENT" ? (before?.reason ?? null) : null,
    isReplaced: isReplaced(documents, one, secondKind),
    isTwice: twicePictures(documents).includes(one),
  };
}

const DECISION_OF = { VERIFIED: "ACCEPT", ASKED: "ASK", REFUSED: "REFUSE" } as const;

/** Returns the caller's latest decision while it can be undone; null for none. */
export const undoable = adminProcedure.query(async ({ ctx }): Promise<UndoableCase | null> => {
  const found = await findUndoableCase(ctx.db, ctx.company.id, ctx.actor.id);
  if (!found?.decidedAt || found.state === "SENT" || found.state === "DRAFT") return null;
  const { id, name, state, decidedAt, secondsLeft } = found;
  const decision = DECISION_OF[state];
  return { id, name, decision, decidedAt: decidedAt.toISOString(), secondsLeft };
});
