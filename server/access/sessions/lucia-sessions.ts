import { createHash, randomBytes } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia";
import type { Executor } from "@db/client";
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  listSessionsOf,
  markProved,
  renewSession,
} from "@server/access/queries/sessions";
import { sessions, superAdminSessions, superAdmins, users } from "@db/schema";
import type { AdminRole, Role } from "@db/vocabulary";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import { STEP_UP_SECONDS } from "@server/platform/rules/people/one-time-codes";
import type { Sessions } from "./sessions";

/** Idle and absolute lifetime of a session, in hours, by role. */
const LIFETIME: Record<Role, { idle: number; absolute: number }> = {
  USER: { idle: 14 * 24, absolute: 90 * 24 },
  ADMIN: { idle: 12, absolute: 7 * 24 },
  SUPER_ADMIN: { idle: 8, absolute: 24 },
};

/** A token's first letter names its role, so that one lookup finds it. */
const MARK: Record<Role, string> = { USER: "u", ADMIN: "a", SUPER_ADMIN: "s" };
const TOKEN = /^[uas]_[A-Za-z0-9_-]{43}$/;

const HOUR_MS = 3_600_000;

interface SessionAttributes {
  companyId?: string;
  absoluteExpiresAt: Date;
  ip: string | null;
  userAgent: string | null;
  /** Set only on a session that was read. */
  isSteppedUp?: boolean;
}

interface UserAttributes {
  role?: Role;
  adminRole?: AdminRole | null;
  status?: string;
  deletedAt?: Date | null;
  companyId?: string;
  /** Set only for a super admin. */
  hasSecondFactor?: boolean;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

const newToken = (role: Role): string => `${MARK[role]}_${randomBytes(32).toString("base64url")}`;
const idOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Lucia deletes a session that is over by the clock of this process. The sweep deletes it, by the
 * database's clock: an instance whose clock is wrong refuses sessions, but ends none elsewhere.
 */
class SessionAdapter extends DrizzlePostgreSQLAdapter {
  readonly #find: (id: string) => ReturnType<typeof findSession>;

  constructor(db: Executor, role: Role) {
    if (role === "SUPER_ADMIN") super(db, superAdminSessions, superAdmins);
    else super(db, sessions, users);
    this.#find = (id) => findSession(db, { role, id, provedWithin: STEP_UP_SECONDS });
  }

  /** Reads the columns that are checked here; every page reads its session. */
  override async getSessionAndUser(
    sessionId: string,
  ): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const found = await this.#find(sessionId);
    if (!found) return [null, null];
    const { id, userId, expiresAt, ...kept } = found.session;
    const attributes = { ...kept, isSteppedUp: found.isSteppedUp };
    const { id: personId, ...person } = found.person;
    return [
      { id, userId, expiresAt, attributes },
      { id: personId, attributes: person },
    ];
  }

  override deleteSession(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Nothing waits for the update: it travels with the page's next read. If it fails, the next
   * request extends the session.
   */
  override updateSessionExpiration(id: string, expiresAt: Date): Promise<void> {
    super.updateSessionExpiration(id, expiresAt).catch(() => undefined);
    return Promise.resolve();
  }
}

/**
 * Stores sessions with lucia. It is archived upstream, so only this module imports it
 * (docs/decisions/0009).
 */
export function createSessions(db: Executor): Sessions {
  const createLucia = (role: Role) => {
    return new Lucia<SessionAttributes, UserAttributes>(new SessionAdapter(db, role), {
      sessionExpiresIn: new TimeSpan(LIFETIME[role].idle, "h"),
      getSessionAttributes: (row) => row,
      getUserAttributes: ({ role: kept, adminRole, status, deletedAt, companyId, ...more }) => ({
        ...more,
        ...(kept && { role: kept }),
        adminRole: adminRole ?? null,
        ...(status && { status }),
        deletedAt: deletedAt ?? null,
        ...(companyId && { companyId }),
      }),
    });
  };
  const lucias = new Map<Role, ReturnType<typeof createLucia>>();
  const luciaOf = (role: Role) => {
    const lucia = lucias.get(role) ?? createLucia(role);
    lucias.set(role, lucia);
    return lucia;
  };

  return {
    within: (tx) => createSessions(tx),

    async start(subject, client) {
      const token = newToken(subject.role);
      const absoluteExpiresAt = new Date(Date.now() + LIFETIME[subject.role].absolute * HOUR_MS);
      const session = await luciaOf(subject.role).createSession(
        subject.id,
        {
          ...(subject.role !== "SUPER_ADMIN" && { companyId: subject.companyId }),
          absoluteExpiresAt,
          ip: client.ip,
          userAgent: client.userAgent,
        },
        { sessionId: idOf(token) },
      );
      return { token, expiresAt: session.expiresAt };
    },

    async startStored({ ip, userAgent }, store) {
      const token = newToken("USER");
      const after = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
      const expiresAt = after(LIFETIME.USER.idle);
      const absoluteExpiresAt = after(LIFETIME.USER.absolute);
      const session = { id: idOf(token), expiresAt, absoluteExpiresAt, ip, userAgent };
      return (await store(session)) ? { token, expiresAt } : null;
    },

    async read(token) {
      if (!TOKEN.test(token)) return null;
      const role = (Object.keys(MARK) as Role[]).find((one) => token.startsWith(MARK[one]));
      if (!role) return null;
      const { session, user } = await luciaOf(role).validateSession(idOf(token));
      if (!session || !user) return null;
      if (session.absoluteExpiresAt.getTime() <= Date.now()) return null;
      const { absoluteExpiresAt } = session;
      const expiresAt =
        session.expiresAt < absoluteExpiresAt ? session.expiresAt : absoluteExpiresAt;
      const kept = { expiresAt, isFresh: session.fresh };
      const isSteppedUp = session.isSteppedUp === true;
      if (role === "SUPER_ADMIN") {
        const hasSecondFactor = user.hasSecondFactor === true;
        const person = { id: user.id, sessionId: session.id, isSteppedUp, hasSecondFactor };
        return { actor: { role, ...person }, ...kept };
      }
      // A blocked or deleted person, or one whose role changed, is signed out at once
      // (architecture.md §7).
      if (user.status !== "ACTIVE" || user.deletedAt || user.role !== role) return null;
      if (!session.companyId || session.companyId !== user.companyId) return null;
      const person = { id: user.id, companyId: session.companyId, sessionId: session.id };
      return {
        actor:
          role === "ADMIN"
            ? { role, adminRole: adminRoleOf(user.adminRole), ...person, isSteppedUp }
            : { role, ...person },
        ...kept,
      };
    },

    prove: ({ role, sessionId }) => markProved(db, role, sessionId),

    async renew({ role, sessionId }) {
      const token = newToken(role);
      const expiresAt = await renewSession(db, role, { id: sessionId, newId: idOf(token) });
      return expiresAt && { token, expiresAt };
    },

    end: (actor) => deleteSession(db, actor.role, actor.sessionId),
    endAll: (subject, except) => deleteSessionsOf(db, subject.role, subject.id, except),

    async list(actor) {
      const rows = await listSessionsOf(db, actor.role, actor.id);
      return rows.map((row) => ({ ...row, isCurrent: row.id === actor.sessionId }));
    },
  };
}
