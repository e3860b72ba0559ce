import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf } from "@db/row-of";
import { companies, holdings, launchMails, users, wallets } from "@db/schema";
import type { LaunchMail } from "@db/vocabulary";

/** Lists the active companies whose launch is at most a month away, or was. */
export const listLaunching = (db: Executor) =>
  db
    .select({
      id: companies.id,
      tokenSymbol: companies.tokenSymbol,
      launchAt: companies.launchAt,
      unlockPlans: companies.unlockPlans,
    })
    .from(companies)
    .where(
      and(
        eq(companies.status, "ACTIVE"),
        sql`${companies.launchAt} <= statement_timestamp() + interval '30 days'`,
      ),
    );

/**
 * Takes the next members who hold tokens and did not get a mail, and notes that they do; of a mail to
 * prove a wallet, those who have proven none. What another process takes at once is left to it.
 */
export async function takeRecipients(
  tx: Executor,
  companyId: string,
  { kind, day, limit }: { kind: LaunchMail; day: string; limit: number },
) {
  const hasWallet = sql<boolean>`EXISTS (SELECT FROM ${wallets} WHERE ${and(
    eq(wallets.companyId, companyId),
    eq(wallets.memberId, users.id),
    isNotNull(wallets.provedAt),
    isNull(wallets.stoppedAt),
  )})`;
  const isSent = sql`EXISTS (SELECT FROM ${launchMails} WHERE ${and(
    eq(launchMails.companyId, companyId),
    eq(launchMails.memberId, users.id),
    eq(launchMails.kind, kind),
    eq(launchMails.day, day),
  )})`;
  const found = await tx
    .select({
      id: users.id,
      email: users.email,
      language: users.language,
      tokens: holdings.tokens,
      hasWallet: hasWallet.as("has_wallet"),
    })
    .from(holdings)
    .innerJoin(users, rowOf(users, holdings.companyId, holdings.memberId))
    .where(
      and(
        eq(holdings.companyId, companyId),
        gt(holdings.tokens, 0),
        eq(users.role, "USER"),
        eq(users.status, "ACTIVE"),
        isNull(users.deletedAt),
        sql`NOT ${isSent}`,
        kind === "FREE" ? undefined : sql`NOT ${hasWallet}`,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
  if (found.length === 0) return { found: 0, taken: [] };
  const taken = await tx
    .insert(launchMails)
    .values(found.map(({ id: memberId }) => ({ companyId, memberId, kind, day })))
    .onConflictDoNothing()
    .returning({ memberId: launchMails.memberId });
  const ids = new Set(taken.map(({ memberId }) => memberId));
  return { found: found.length, taken: found.filter(({ id }) => ids.has(id)) };
}
