import { and, asc, desc, eq, inArray, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf, firstRow } from "@db/row-of";
import { users, wallets } from "@db/schema";
import type { WalletProof } from "@db/vocabulary";
import { WALLET_HOURS } from "@server/launch/rules/wallet-message";

export type WalletRow = typeof wallets.$inferSelect;

const inForce = (companyId: string) =>
  and(
    eq(wallets.companyId, companyId),
    isNotNull(wallets.provedAt),
    isNull(wallets.stoppedAt),
    isNull(wallets.lostAt),
    sql`${wallets.validFrom} <= statement_timestamp()`,
  );

const shown = { memberId: wallets.memberId, address: wallets.address };

/** Finds the proven wallet of a member that is in force now, with its checksum; undefined without one. */
export const findWalletInForce = (db: Executor, companyId: string, memberId: string) =>
  firstRow(
    db
      .select(shown)
      .from(wallets)
      .where(and(inForce(companyId), eq(wallets.memberId, memberId)))
      .orderBy(desc(wallets.validFrom), desc(wallets.id))
      .limit(1),
  );

/** Lists the proven wallets of these members that are in force now, one for each who has one. */
export const listWalletsInForce = (db: Executor, companyId: string, memberIds: readonly string[]) =>
  db
    .selectDistinctOn([wallets.memberId], shown)
    .from(wallets)
    .where(and(inForce(companyId), inArray(wallets.memberId, [...memberIds])))
    .orderBy(asc(wallets.memberId), desc(wallets.validFrom), desc(wallets.id));

/** A proof that was not stopped. */
const isProof = and(isNotNull(wallets.provedAt), isNull(wallets.stoppedAt));

/** True for a lost wallet after which no other one of its member has taken force. */
const isOpenLoss = sql`("wallets"."lost_at" IS NOT NULL AND NOT EXISTS (
  SELECT FROM wallets o WHERE o.company_id = "wallets"."company_id" AND o.member_id = "wallets"."member_id"
    AND o.stopped_at IS NULL AND o.lost_at IS NULL AND o.valid_from > "wallets"."lost_at" AND o.valid_from <= statement_timestamp()))`;

/**
 * Lists a member's proven wallets that were not stopped, newest first, and the messages that wait for a
 * signature. `isShared`: another member of the company has proven the same address. `isLost`: it was lost,
 * and no other one has taken force since.
 */
export const listWalletsOf = (db: Executor, companyId: string, memberId: string) =>
  db
    .select({
      row: wallets,
      isInForce: sql<boolean>`coalesce(${wallets.validFrom} <= statement_timestamp(), false)`,
      isLost: sql<boolean>`${isOpenLoss}`,
      isExpired: sql<boolean>`${wallets.expiresAt} <= statement_timestamp()`,
      isShared: sql<boolean>`EXISTS (
        SELECT FROM wallets o WHERE o.company_id = ${companyId} AND o.address = "wallets"."address"
          AND o.member_id <> ${memberId} AND o.proved_at IS NOT NULL AND o.stopped_at IS NULL)`,
    })
    .from(wallets)
    .where(
      and(
        eq(wallets.companyId, companyId),
        eq(wallets.memberId, memberId),
        isNull(wallets.stoppedAt),
      ),
    )
    .orderBy(desc(wallets.createdAt), desc(wallets.id));

/** Finds a proof that was not stopped. */
export const findProof = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(wallets)
      .where(and(rowOf(wallets, companyId, id), isProof)),
  );

/** Stores a message to sign, in the place of the member's earlier ones that nobody answered. */
export async function replaceMessage(tx: Executor, row: typeof wallets.$inferInsert) {
  await tx
    .delete(wallets)
    .where(
      and(
        eq(wallets.companyId, row.companyId),
        eq(wallets.memberId, row.memberId),
        isNull(wallets.provedAt),
      ),
    );
  await tx.insert(wallets).values(row);
}

/**
 * Makes a message that nobody answered a proof; undefined if it is one already, or too old. The condition
 * lets exactly one of several answers succeed. The proof takes force after WALLET_HOURS; after a loss, so
 * long after admins confirm it.
 */
export const proveMessage = (
  tx: Executor,
  { companyId, id }: Pick<WalletRow, "companyId" | "id">,
  { signature, proof, afterLoss }: { signature: string; proof: WalletProof; afterLoss: boolean },
) =>
  firstRow(
    tx
      .update(wallets)
      .set({
        signature,
        proof,
        provedAt: sql`now()`,
        validFrom: afterLoss ? null : aDayFromNow,
      })
      .where(
        and(
          rowOf(wallets, companyId, id),
          isNull(wallets.provedAt),
          gt(wallets.expiresAt, sql`statement_timestamp()`),
        ),
      )
      .returning(),
  );

const aDayFromNow = sql`now() + make_interval(hours => ${WALLET_HOURS})`;

/** Notes that a member lost the wallet in force; undefined if it is not in force. */
export const loseWallet = (
  tx: Executor,
  { companyId, memberId, id }: Pick<WalletRow, "companyId" | "memberId" | "id">,
) =>
  firstRow(
    tx
      .update(wallets)
      .set({ lostAt: sql`now()` })
      .where(and(inForce(companyId), eq(wallets.memberId, memberId), eq(wallets.id, id)))
      .returning(),
  );

/** Confirms the proof that follows a loss, from a day on; undefined if it waits for that no more. */
export const confirmWallet = (
  tx: Executor,
  { companyId, id }: Pick<WalletRow, "companyId" | "id">,
) =>
  firstRow(
    tx
      .update(wallets)
      .set({ validFrom: aDayFromNow })
      .where(and(rowOf(wallets, companyId, id), isProof, isNull(wallets.validFrom)))
      .returning(),
  );

/** Stops a member's proofs that wait to take force: the one with this id, or all but it. */
export async function stopWaiting(
  tx: Executor,
  { companyId, memberId }: Pick<WalletRow, "companyId" | "memberId">,
  which: { id: string } | { except: string },
): Promise<WalletRow[]> {
  return tx
    .update(wallets)
    .set({ stoppedAt: sql`now()` })
    .where(
      and(
        eq(wallets.companyId, companyId),
        eq(wallets.memberId, memberId),
        "id" in which ? eq(wallets.id, which.id) : ne(wallets.id, which.except),
        isProof,
        or(isNull(wallets.validFrom), gt(wallets.validFrom, sql`statement_timestamp()`)),
      ),
    )
    .returning();
}

/** Lists the other members of a company who have proven an address. */
export const listOthersWith = (
  db: Executor,
  { companyId, memberId, address }: Pick<WalletRow, "companyId" | "memberId" | "address">,
) =>
  db
    .selectDistinct({
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      referralCode: users.referralCode,
    })
    .from(wallets)
    .innerJoin(users, rowOf(users, wallets.companyId, wallets.memberId))
    .where(
      and(
        eq(wallets.companyId, companyId),
        eq(wallets.address, address),
        ne(wallets.memberId, memberId),
        isProof,
      ),
    );
