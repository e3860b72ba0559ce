import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { PLATFORM_ID, tenantOf, withCompany } from "@db/platform";
import { oneTimeCodes } from "@db/schema";
import type { Channel, CodePurpose } from "@db/vocabulary";

export interface CodeOwner {
  companyId: string | null;
  purpose: CodePurpose;
  subject: string;
}

const ownedBy = (owner: CodeOwner) =>
  and(
    eq(oneTimeCodes.companyId, tenantOf(owner.companyId)),
    eq(oneTimeCodes.purpose, owner.purpose),
    eq(oneTimeCodes.subject, owner.subject),
  );

const isLive = and(
  isNull(oneTimeCodes.usedAt),
  gt(oneTimeCodes.triesLeft, 0),
  gt(oneTimeCodes.expiresAt, sql`now()`),
);

/**
 * Stores a new code. It invalidates the older codes of its owner and channel that the same network
 * asked for; strangers elsewhere cannot invalidate the owner's.
 */
export async function replaceCode(
  tx: Executor,
  owner: CodeOwner,
  code: {
    id: string;
    channel: Channel;
    address: string;
    codeHash: string;
    /** A keyed hash; null for a link, which belongs to no network and replaces all others. */
    network: string | null;
    tries: number;
    seconds: number;
  },
): Promise<void> {
  await tx
    .update(oneTimeCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        ownedBy(owner),
        eq(oneTimeCodes.channel, code.channel),
        isNull(oneTimeCodes.usedAt),
        code.network === null ? undefined : eq(oneTimeCodes.network, code.network),
      ),
    );
  await tx.insert(oneTimeCodes).values({
    id: code.id,
    ...owner,
    companyId: tenantOf(owner.companyId),
    channel: code.channel,
    address: code.address,
    codeHash: code.codeHash,
    network: code.network,
    triesLeft: code.tries,
    triesElsewhere: code.tries,
    expiresAt: sql`now() + make_interval(secs => ${code.seconds})`,
  });
}

/**
 * Uses one attempt of each valid code of an owner and channel, and returns the codes. A network
 * uses up the attempts of the codes that it asked for itself; of the others, only those that all
 * other networks share.
 */
export async function spendAttempt(
  db: Executor,
  owner: CodeOwner,
  network: string,
  channel: Channel,
) {
  const isOwn = eq(oneTimeCodes.network, network);
  return db
    .update(oneTimeCodes)
    .set(triesChangedBy(-1, isOwn))
    .where(
      and(
        ownedBy(owner),
        eq(oneTimeCodes.channel, channel),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, sql`now()`),
        sql`CASE WHEN ${isOwn} THEN ${oneTimeCodes.triesLeft} ELSE ${oneTimeCodes.triesElsewhere} END > 0`,
      ),
    )
    .returning({
      id: oneTimeCodes.id,
      codeHash: oneTimeCodes.codeHash,
      address: oneTimeCodes.address,
    });
}

/** Gives a right guess back to its network's attempts. */
export async function restoreAttempt(db: Executor, id: string, network: string): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set(triesChangedBy(1, eq(oneTimeCodes.network, network)))
    .where(eq(oneTimeCodes.id, id));
}

const triesChangedBy = (change: 1 | -1, isOwn: SQL) => ({
  triesLeft: sql`${oneTimeCodes.triesLeft} + CASE WHEN ${isOwn} THEN ${change} ELSE 0 END::int`,
  triesElsewhere: sql`${oneTimeCodes.triesElsewhere} + CASE WHEN ${isOwn} THEN 0 ELSE ${change} END::int`,
});

/** Lets a code end so many seconds after its making. */
export async function prolongCode(db: Executor, id: string, seconds: number): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ expiresAt: sql`${oneTimeCodes.createdAt} + make_interval(secs => ${seconds})` })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)));
}

/** Marks a code as used. The update is conditional: of concurrent callers, one gets true. */
export async function spendCode(db: Executor, id: string): Promise<boolean> {
  const used = await db
    .update(oneTimeCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(oneTimeCodes.id, id),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: oneTimeCodes.id });
  return used.length === 1;
}

/** Finds the valid link of a purpose whose token has this hash. */
export async function findLink(db: Executor, purpose: CodePurpose, codeHashes: readonly string[]) {
  const [row] = await db
    .select()
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.purpose, purpose),
        inArray(oneTimeCodes.codeHash, [...codeHashes]),
        isLive,
      ),
    );
  return row && withCompany(row);
}

/** Deletes codes and links that were sent to a person, used or not. */
export async function deleteCodesOf(
  tx: Executor,
  companyId: string,
  person: { email: string; mobile: string },
): Promise<void> {
  await tx.delete(oneTimeCodes).where(
    and(
      // An admin may have requested a reset on the platform's host.
      or(
        eq(oneTimeCodes.companyId, companyId),
        and(eq(oneTimeCodes.companyId, PLATFORM_ID), eq(oneTimeCodes.purpose, "RESET_PASSWORD")),
      ),
      or(
        eq(sql`lower(${oneTimeCodes.address})`, person.email.toLowerCase()),
        eq(oneTimeCodes.address, person.mobile),
      ),
    ),
  );
}

/** Deletes expired codes; the sweep runs it. */
export async function deleteOldCodes(db: Executor): Promise<void> {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, sql`now() - interval '1 day'`));
}
