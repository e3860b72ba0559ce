import { randomInt } from "node:crypto";
import { newId } from "@db/ids";
import {
  type Context,
  findMember,
  lockMember,
  memberProcedure,
  type MemberContext,
  recordAudit,
  transactWithin,
  findSelf,
  inTransaction,
} from "@server/access";
import { notifyCompany } from "@server/companies";
import { AskWallet, ProveWallet, WalletRef } from "@server/launch/contracts/wallets";
import {
  findWalletInForce,
  listOthersWith,
  listWalletsOf,
  proveMessage,
  replaceMessage,
  stopWaiting,
  type WalletRow,
} from "@server/launch/queries/wallets";
import {
  isMessageOf,
  isSignedBy,
  MESSAGE_MINUTES,
  walletMessage,
} from "@server/launch/rules/wallet-message";
import { lockProven, verifyCurrentPassword } from "@server/members";
import type { Message } from "@server/messages";
import { mailTo } from "@server/messages/rules/mail-to";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { shortWallet } from "@server/platform/rules/people/masking";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { originOfHost } from "@server/sites/rules/host";

const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** A nonce of about 140 random bits. */
const newNonce = () =>
  Array.from({ length: 24 }, () => SIGNS[randomInt(SIGNS.length)] ?? "").join("");

/** The origin of the site that the member uses. */
const originHere = ({ site, deps }: Context): string =>
  site.kind === "company" && site.host
    ? originOfHost(deps.config.appOrigin, site.host)
    : deps.config.appOrigin;

/**
 * Writes a message for the member's wallet to sign, once, by this session and within MESSAGE_MINUTES. It
 * takes the current password, as every change of the profile does. Refuses with WALLET_PROVEN_ALREADY.
 */
export const askWallet = memberProcedure.input(AskWallet).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const member = await findSelf(ctx.db, ctx.actor);
  await verifyCurrentPassword(ctx, member, input.currentPassword);
  const { walletAddress: address } = input;
  const nonce = newNonce();
  const at = ctx.now;
  const message = await walletMessage({ address, origin: originHere(ctx), nonce, at });
  return transactWithin(ctx, async (_, tx): Promise<null> => {
    await lockProven(tx, member);
    const present = await findWalletInForce(tx, companyId, member.id);
    if (present?.address === address) throw refuse("WALLET_PROVEN_ALREADY");
    await replaceMessage(tx, {
      id: newId(),
      companyId,
      memberId: member.id,
      sessionId: ctx.actor.sessionId,
      address,
      nonce,
      message,
      expiresAt: new Date(at.getTime() + MESSAGE_MINUTES * 60_000),
    });
    return null;
  });
});

/**
 * Proves a wallet by the signature of its message. It takes force a day later; a proof that waited is
 * stopped. The member is mailed, and where another member of the company has proven the same wallet,
 * both and the admins are told. Refuses with WALLET_MESSAGE_ENDED a message of another member or
 * session, of another host, that is too old or answered, and with WALLET_SIGNATURE_WRONG.
 */
export const proveWallet = memberProcedure.input(ProveWallet).mutation(async ({ ctx, input }) => {
  const { actor, company } = ctx;
  const key = { companyId: company.id, memberId: actor.id, id: input.id };
  const own = await listWalletsOf(ctx.db, company.id, actor.id);
  const found = own.find(({ row }) => row.id === input.id);
  if (
    !found ||
    found.isExpired ||
    found.row.provedAt !== null ||
    found.row.sessionId !== actor.sessionId ||
    !isMessageOf(found.row.message, originHere(ctx))
  ) {
    throw refuse("WALLET_MESSAGE_ENDED");
  }
  if (!(await isSignedBy(found.row.address, found.row.message, input.signature))) {
    throw refuse("WALLET_SIGNATURE_WRONG");
  }
  return transactWithin(ctx, async (inside, tx): Promise<null> => {
    // A loss that is reported at the same time comes before or after.
    await lockMember(tx, company.id, actor.id);
    const all = await listWalletsOf(tx, company.id, actor.id);
    const afterLoss = all.some(({ isLost }) => isLost);
    const proven = orRefuse(
      await proveMessage(tx, key, { ...input, afterLoss }),
      "WALLET_MESSAGE_ENDED",
    );
    await stopWaiting(tx, key, { except: proven.id });
    await recordAudit(inside, {
      action: "wallet.proven",
      subjectType: "member",
      subjectId: actor.id,
      after: { wallet: shortWallet(proven.address) },
    });
    await tellOfProof(inside, proven);
    return null;
  });
});

type WalletChange = Extract<Message, { template: "walletChanged" }>["params"]["change"];

/** Mails the member of a new wallet, and of one that another member has proven too, all whom it concerns. */
async function tellOfProof(ctx: MemberContext, proven: WalletRow): Promise<void> {
  const { company, db, deps } = ctx;
  const member = orRefuse(await findMember(db, company.id, proven.memberId), "NOT_SIGNED_IN");
  const address = shortWallet(proven.address) ?? "";
  const at = proven.validFrom ? formatDateTime(proven.validFrom) : "";
  const others = await listOthersWith(db, proven);
  const mail = (to: Parameters<typeof mailTo>[1], change: WalletChange): Message => ({
    ...mailTo(company.id, to),
    template: "walletChanged",
    params: { change, address, at },
  });
  await deps.jobs.notify(
    db,
    mail(member, changeOf(proven, others.length)),
    ...others.map((other) => mail(other, "SHARED_BY_OTHER")),
  );
  if (others.length === 0) return;
  const members = [member, ...others].map(({ name, referralCode }) => `${name} (${referralCode})`);
  const params = { members: members.join(", "), wallet: address, personId: member.id };
  await notifyCompany(ctx, { template: "walletShared", params }, { contacts: false });
}

/** What a proof is mailed as: one that follows a lost wallet waits for the admins. */
const changeOf = ({ validFrom }: WalletRow, others: number): WalletChange =>
  validFrom === null ? "AFTER_LOSS" : others > 0 ? "SHARED" : "PROVEN";

/** Stops a proven wallet before it takes force, from any session of its member. */
export const stopWallet = memberProcedure.input(WalletRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { actor, company } = ctx;
    const own = { companyId: company.id, memberId: actor.id };
    const [stopped] = await stopWaiting(tx, own, { id: input.id });
    if (!stopped) throw refuse("WALLET_NOT_WAITING");
    await recordAudit(ctx, {
      action: "wallet.stopped",
      subjectType: "member",
      subjectId: actor.id,
      before: { wallet: shortWallet(stopped.address) },
    });
    return null;
  }),
);
