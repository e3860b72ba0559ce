import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { oneTimeCodes } from "../schema";
import type { CodePurpose } from "../vocabulary";

export interface CodeOwner {
  companyId: string | null;
  purpose: CodePurpose;
  subject: string;
}

const ownedBy = (owner: CodeOwner) =>
  and(
    owner.companyId === null
      ? isNull(oneTimeCodes.companyId)
      : eq(oneTimeCodes.companyId, owner.companyId),
    eq(oneTimeCodes.purpose, owner.purpose),
    eq(oneTimeCodes.subject, owner.subject),
  );

const isLive = and(
  isNull(oneTimeCodes.usedAt),
  gt(oneTimeCodes.triesLeft, 0),
  gt(oneTimeCodes.expiresAt, sql`now()`),
);

/** A new code puts the older ones of its owner and channel out of use. */
export async function replaceCode(
  tx: Executor,
  owner: CodeOwner,
  code: {
    id: string;
    channel: "EMAIL" | "SMS";
    address: string;
    codeHash: string;
    tries: number;
    seconds: number;
  },
): Promise<void> {
  await tx
    .update(oneTimeCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(ownedBy(owner), eq(oneTimeCodes.channel, code.channel), isNull(oneTimeCodes.usedAt)),
    );
  await tx.insert(oneTimeCodes).values({
    id: code.id,
    ...owner,
    channel: code.channel,
    address: code.address,
    codeHash: code.codeHash,
    triesLeft: code.tries,
    expiresAt: sql`now() + make_interval(secs => ${code.seconds})`,
  });
}

/** Uses up one try of each living code of an owner, and says what they were. */
export async function takeTry(db: Executor, owner: CodeOwner) {
  return db
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} - 1` })
    .where(and(ownedBy(owner), isLive))
    .returning({
      id: oneTimeCodes.id,
      codeHash: oneTimeCodes.codeHash,
      channel: oneTimeCodes.channel,
      address: oneTimeCodes.address,
    });
}

/** Takes back that a try was used: it was no guess. */
export async function giveTryBack(db: Executor, id: string): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} + 1` })
    .where(eq(oneTimeCodes.id, id));
}

/** True for the one caller who uses this code; the conditional update decides among several. */
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

/** The living link of a purpose whose token has this hash. */
export async function findLink(db: Executor, purpose: CodePurpose, codeHash: string) {
  const [row] = await db
    .select()
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.codeHash, codeHash), isLive));
  return row;
}

/** Codes and links that were sent to a person, used or not. */
export async function deleteCodesOf(
  tx: Executor,
  companyId: string,
  person: { email: string; mobile: string },
): Promise<void> {
  await tx.delete(oneTimeCodes).where(
    and(
      // An admin's reset may have been asked for on the platform's host.
      or(
        eq(oneTimeCodes.companyId, companyId),
        and(isNull(oneTimeCodes.companyId), eq(oneTimeCodes.purpose, "RESET_PASSWORD")),
      ),
      or(
        eq(sql`lower(${oneTimeCodes.address})`, person.email.toLowerCase()),
        eq(oneTimeCodes.address, person.mobile),
      ),
    ),
  );
}

/** For the sweep. */
export async function deleteOldCodes(db: Executor): Promise<void> {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, sql`now() - interval '1 day'`));
}
