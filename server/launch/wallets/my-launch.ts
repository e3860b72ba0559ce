import { adminProcedure, findMember, memberProcedure, type Context } from "@server/access";
import {
  MemberRef,
  type MyLaunch,
  type ProvenWallet,
  type WalletsOfMember,
} from "@server/launch/contracts/wallets";
import { listHoldings } from "@server/launch/queries/holdings";
import { listWalletsOf } from "@server/launch/queries/wallets";
import { calendarOf } from "@server/launch/rules/calendar";
import { plansOf } from "@server/launch/rules/unlock-plan";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { unlockSentence } from "@server/platform";
import { refuse } from "@server/platform/rules/refusals/refuse";

type Found = Awaited<ReturnType<typeof listWalletsOf>>[number];

function provenIn({ row, isShared }: Found): ProvenWallet | null {
  const { id, address, provedAt, validFrom } = row;
  if (!provedAt) return null;
  return {
    id,
    address,
    provedAt: provedAt.toISOString(),
    validFrom: validFrom?.toISOString() ?? null,
    isShared,
  };
}

/** The wallet in force, the one that waits, and a lost one that none has followed: the newest of each. */
async function walletsOf(db: Context["db"], companyId: string, memberId: string) {
  const found = await listWalletsOf(db, companyId, memberId);
  const newest = (is: (one: Found) => boolean) => {
    const one = found.find((wallet) => wallet.row.provedAt !== null && is(wallet));
    return one ? provenIn(one) : null;
  };
  return {
    found,
    wallet: newest(({ row, isInForce }) => isInForce && row.lostAt === null),
    waiting: newest(({ isInForce }) => !isInForce),
    lost: newest(({ isLost }) => isLost),
  };
}

/** Returns the member's tokens, when they unlock, and the wallet to which they go. */
export const mine = memberProcedure.query(async ({ ctx }): Promise<MyLaunch> => {
  const { actor, company, db } = ctx;
  const [holdings, { found, wallet, waiting, lost }, member] = await Promise.all([
    listHoldings(db, company.id, [actor.id]),
    walletsOf(db, company.id, actor.id),
    findMember(db, company.id, actor.id),
  ]);
  const today = dateInIndia(ctx.now);
  const parts = company.launchAt
    ? calendarOf(holdings, plansOf(company), dateInIndia(company.launchAt)).map(
        ({ day, amount }) => ({ day, tokens: Number(amount) }),
      )
    : [];
  const asked = found.find(
    ({ row, isExpired }) =>
      row.provedAt === null && !isExpired && row.sessionId === actor.sessionId,
  );
  const isOver = company.launchAt !== null && company.launchAt <= ctx.now;
  const free = parts.filter(({ day }) => isOver && day <= today);
  return {
    tokens: holdings.reduce((sum, { quantity }) => sum + quantity, 0),
    free: free.reduce((sum, { tokens }) => sum + tokens, 0),
    launchAt: company.launchAt?.toISOString() ?? null,
    unlocks: unlockSentence(ctx.language, company.unlockPlans),
    parts,
    wallet,
    waiting,
    lost,
    asked: asked
      ? {
          id: asked.row.id,
          address: asked.row.address,
          message: asked.row.message,
          expiresAt: asked.row.expiresAt.toISOString(),
        }
      : null,
    typed: member?.walletAddress ?? null,
  };
});

/** Returns the proven wallets of a member to an admin of the company. */
export const walletsOfMember = adminProcedure
  .input(MemberRef)
  .query(async ({ ctx, input }): Promise<WalletsOfMember> => {
    const member = await findMember(ctx.db, ctx.company.id, input.memberId);
    if (member?.role !== "USER") throw refuse("MEMBER_NOT_FOUND");
    const { wallet, waiting, lost } = await walletsOf(ctx.db, ctx.company.id, member.id);
    return { wallet, waiting, lost };
  });
