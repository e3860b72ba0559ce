import type { AdminRole, KeyScope } from "@db/vocabulary";

/**
 * The person who makes a request, or nobody. The roles exclude each other (architecture.md §7).
 * `isSteppedUp` is true while the session's login, or a later proof by password or authenticator,
 * is at most STEP_UP_SECONDS old.
 */
export type Actor =
  | { role: "NOBODY" }
  | { role: "USER"; id: string; companyId: string; sessionId: string }
  | {
      role: "ADMIN";
      adminRole: AdminRole;
      id: string;
      companyId: string;
      sessionId: string;
      isSteppedUp: boolean;
      /**
       * Present for an API key, whose id is the actor's; its scopes limit what it may call, and its
       * maker may not decide by it about themselves.
       */
      key?: { name: string; scopes: readonly KeyScope[]; makerId: string };
    }
  | {
      role: "SUPER_ADMIN";
      id: string;
      sessionId: string;
      isSteppedUp: boolean;
      /** True with an authenticator app or a passkey; without one only its set-up is open. */
      hasSecondFactor: boolean;
    };

export type SignedInActor = Exclude<Actor, { role: "NOBODY" }>;
export type MemberActor = Extract<Actor, { role: "USER" }>;
export type AdminActor = Extract<Actor, { role: "ADMIN" }>;
export type SuperAdminActor = Extract<Actor, { role: "SUPER_ADMIN" }>;

/** Returns the API key that an actor is; undefined for a person. */
export const keyOf = (actor: Actor) => (actor.role === "ADMIN" ? actor.key : undefined);

/** The role by which the log names who acts: an API key acts with an admin's rights, but is none. */
export const loggedRole = (actor: Actor): Actor["role"] | "KEY" =>
  keyOf(actor) ? "KEY" : actor.role;

export const NOBODY: Actor = { role: "NOBODY" };

/**
 * The site has three areas. Each has its own cookie, so one browser can be signed in to all three.
 */
export const AREAS = ["user", "admin", "superadmin"] as const;
export type Area = (typeof AREAS)[number];

/** Maps an area to the role that its session must have. */
export const ROLE_OF_AREA = { user: "USER", admin: "ADMIN", superadmin: "SUPER_ADMIN" } as const;
