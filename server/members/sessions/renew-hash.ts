import { findMember, type MemberRow, replacePasswordHash, type Context } from "@server/access";

/** Someone whose password was verified by this hash. */
export type MemberWithPassword = MemberRow & { passwordHash: string };

/**
 * Hashes the password of a login anew where its hash is outdated. Returns the person with the hash
 * that is stored now: the new one, or that of another login of theirs. Where the password cannot be
 * hashed or stored, the old hash stays, and the login goes on.
 */
export async function renewHash(
  ctx: Context,
  person: MemberWithPassword,
  password: string,
): Promise<MemberWithPassword> {
  const { passwords, database, logger } = ctx.deps;
  if (!passwords.isOutdated(person.passwordHash)) return person;
  try {
    const passwordHash = await passwords.hash(password);
    if (await replacePasswordHash(database.db, person, passwordHash)) {
      return { ...person, passwordHash };
    }
    const present = await findMember(database.db, person.companyId, person.id);
    const other = present?.passwordHash ?? null;
    if (present && other !== null && (await passwords.verify(other, password))) {
      return { ...present, passwordHash: other };
    }
  } catch (err) {
    logger.warn({ err, requestId: ctx.requestId }, "an outdated password hash was not renewed");
  }
  return person;
}
