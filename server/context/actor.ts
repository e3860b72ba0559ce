/** Who makes a request. Roles exclude each other (architecture.md §7). */
export type Actor =
  | { role: "NOBODY" }
  | { role: "USER"; id: string; companyId: string; sessionId: string }
  | { role: "ADMIN"; id: string; companyId: string; sessionId: string }
  | { role: "SUPER_ADMIN"; id: string; sessionId: string };

export type SignedInActor = Exclude<Actor, { role: "NOBODY" }>;
export type MemberActor = Extract<Actor, { role: "USER" }>;
export type AdminActor = Extract<Actor, { role: "ADMIN" }>;
export type SuperAdminActor = Extract<Actor, { role: "SUPER_ADMIN" }>;

export const NOBODY: Actor = { role: "NOBODY" };

/** The three areas of the site. Each has its own cookie, so one browser can be signed in to all three. */
export const AREAS = ["user", "admin", "superadmin"] as const;
export type Area = (typeof AREAS)[number];

/** The role that an area's session must have. */
export const ROLE_OF_AREA = { user: "USER", admin: "ADMIN", superadmin: "SUPER_ADMIN" } as const;
