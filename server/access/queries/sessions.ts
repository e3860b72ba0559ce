import { rowOf } from "@db/row-of";
import { and, desc, eq, gt, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { builtOnce } from "@db/prepared";
import { sessions, superAdminSessions, superAdmins, users } from "@db/schema";
import { hasSecondFactor } from "./two-factor";
import type { Role } from "@db/vocabulary";

const tableOf = (role: Role) => (role === "SUPER_ADMIN" ? superAdminSessions : sessions);

/** True if a session's login or last proof is more recent, by the database's clock. */
const isProvedWithin = (table: ReturnType<typeof tableOf>): SQL<boolean> =>
  sql<boolean>`coalesce(${table.provedAt}, ${table.createdAt}) > now() - make_interval(secs => ${sql.placeholder("provedWithin")})`;

const superAdminSession = builtOnce((db) =>
  db
    .select({
      session: superAdminSessions,
      isSteppedUp: isProvedWithin(superAdminSessions),
      person: { id: superAdmins.id, hasSecondFactor: hasSecondFactor(superAdmins.id) },
    })
    .from(superAdminSessions)
    .innerJoin(superAdmins, eq(superAdmins.id, superAdminSessions.userId))
    .where(eq(superAdminSessions.id, sql.placeholder("id")))
    .prepare("super_admin_session"),
);

const { adminRole, status, deletedAt, companyId } = users;
const session = builtOnce((db) =>
  db
    .select({
      session: sessions,
      isSteppedUp: isProvedWithin(sessions),
      person: { id: users.id, role: users.role, adminRole, status, deletedAt, companyId },
    })
    .from(sessions)
    .innerJoin(users, rowOf(users, sessions.companyId, sessions.userId))
    .where(eq(sessions.id, sql.placeholder("id")))
    .prepare("session"),
);

/**
 * Finds a session with the facts that decide whether its person may be signed in, and whether they
 * proved themself within the given seconds.
 */
export async function findSession(
  db: Executor,
  { role, ...of }: { role: Role; id: string; provedWithin: number },
) {
  const [row] =
    role === "SUPER_ADMIN"
      ? await superAdminSession(db).execute(of)
      : await session(db).execute(of);
  return row;
}

/** Records that a session's person proved themself now. */
export async function markProved(db: Executor, role: Role, id: string): Promise<void> {
  const table = tableOf(role);
  await db
    .update(table)
    .set({ provedAt: sql`now()` })
    .where(eq(table.id, id));
}

/**
 * Moves a session to a new id: the old one ends. Returns when the session expires; null if there is
 * no such session.
 */
export async function renewSession(
  db: Executor,
  role: Role,
  { id, newId }: { id: string; newId: string },
): Promise<Date | null> {
  const table = tableOf(role);
  const [row] = await db
    .update(table)
    .set({ id: newId, provedAt: sql`now()` })
    .where(eq(table.id, id))
    .returning({ expiresAt: table.expiresAt, end: table.absoluteExpiresAt });
  return row ? (row.expiresAt < row.end ? row.expiresAt : row.end) : null;
}

export async function deleteSession(db: Executor, role: Role, id: string): Promise<void> {
  const table = tableOf(role);
  await db.delete(table).where(eq(table.id, id));
}

/** Deletes all sessions of a person, except `exceptId` if given. */
export async function deleteSessionsOf(
  db: Executor,
  role: Role,
  userId: string,
  exceptId?: string,
): Promise<void> {
  const table = tableOf(role);
  await db
    .delete(table)
    .where(and(eq(table.userId, userId), exceptId ? ne(table.id, exceptId) : undefined));
}

export async function listSessionsOf(db: Executor, role: Role, userId: string) {
  const table = tableOf(role);
  return db
    .select({
      id: table.id,
      createdAt: table.createdAt,
      ip: table.ip,
      userAgent: table.userAgent,
    })
    .from(table)
    .where(
      and(
        eq(table.userId, userId),
        gt(table.expiresAt, sql`now()`),
        gt(table.absoluteExpiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(table.createdAt))
    .limit(100);
}

/** Deletes sessions that are over by the database's clock; the sweep runs it. */
export async function deleteOverSessions(db: Executor): Promise<void> {
  for (const table of [sessions, superAdminSessions]) {
    await db
      .delete(table)
      .where(or(lt(table.expiresAt, sql`now()`), lt(table.absoluteExpiresAt, sql`now()`)));
  }
}
