import type { Executor } from "@db/client";
import type { MemberActor, AdminActor, SignedInActor, SuperAdminActor } from "./actor";

export type SessionSubject =
  | Pick<MemberActor, "role" | "id" | "companyId">
  | Pick<AdminActor, "role" | "id" | "companyId">
  | Pick<SuperAdminActor, "role" | "id">;

/** One row of a person's own session list; `id` is a hash and opens nothing. */
export interface SessionSummary {
  id: string;
  createdAt: Date;
  ip: string | null;
  userAgent: string | null;
  isCurrent: boolean;
}

export interface IssuedSession {
  /** What the client holds; only its SHA-256 is stored. */
  token: string;
  expiresAt: Date;
}

/** The sessions module's door (design §2): nothing outside it knows what keeps them. */
export interface Sessions {
  /** The same sessions as a part of the caller's transaction. */
  within(tx: Executor): Sessions;
  start(
    subject: SessionSubject,
    client: { ip: string; userAgent: string | null },
  ): Promise<IssuedSession>;
  /** Null for a token that is unknown, over, or whose person may not be signed in now. */
  read(token: string): Promise<{ actor: SignedInActor; expiresAt: Date; isFresh: boolean } | null>;
  end(actor: SignedInActor): Promise<void>;
  /** Ends all of a person's sessions, but one if `exceptSessionId` is given. */
  endAll(subject: SessionSubject, exceptSessionId?: string): Promise<void>;
  list(actor: SignedInActor): Promise<SessionSummary[]>;
}
