import type { Executor } from "@db/client";
import type { NewSession } from "@server/access/queries/logins";
import type {
  MemberActor,
  AdminActor,
  SignedInActor,
  SuperAdminActor,
} from "@server/access/call/actor";

export type SessionSubject =
  | Pick<MemberActor, "role" | "id" | "companyId">
  | Pick<AdminActor, "role" | "id" | "companyId">
  | Pick<SuperAdminActor, "role" | "id">;

type SessionRef = SessionSubject & { sessionId: string };

/** One row of a person's own session list; `id` is a hash and cannot be used to sign in. */
export interface SessionSummary {
  id: string;
  createdAt: Date;
  ip: string | null;
  userAgent: string | null;
  isCurrent: boolean;
}

export interface IssuedSession {
  /** The client holds the token; only its SHA-256 is stored. */
  token: string;
  expiresAt: Date;
}

export interface ValidSession {
  actor: SignedInActor;
  expiresAt: Date;
  /** True if the expiry has just been extended. */
  isFresh: boolean;
}

/** The interface hides how sessions are stored (architecture.md §2). */
export interface Sessions {
  /** Returns the sessions within the caller's transaction, or within its request's reads. */
  within(db: Executor): Sessions;
  start(
    subject: SessionSubject,
    client: { ip: string; userAgent: string | null },
  ): Promise<IssuedSession>;
  /**
   * Starts a member's session that `store` stores together with its other changes; null if it
   * stores nothing.
   */
  startStored(
    client: { ip: string; userAgent: string | null },
    store: (session: NewSession) => Promise<boolean>,
  ): Promise<IssuedSession | null>;
  /**
   * Returns null when the token is unknown or expired, or when the person may not be signed in now.
   */
  read(token: string): Promise<ValidSession | null>;
  /** Records that the session's person has just proved themself: step-up (product.md §6). */
  prove(session: SessionRef): Promise<void>;
  /**
   * Records a proof that counts as a login of its own: the session gets a new token, and the old
   * one ends. Its times stay. Null if it has ended meanwhile.
   */
  renew(session: SessionRef): Promise<IssuedSession | null>;
  end(session: SessionRef): Promise<void>;
  /** Ends all of a person's sessions, except `exceptSessionId` if given. */
  endAll(subject: SessionSubject, exceptSessionId?: string): Promise<void>;
  /** Lists the person's sessions; the one given is the current one. */
  list(session: SessionRef): Promise<SessionSummary[]>;
}
