import type { AdminActor, MemberActor } from "@server/context/actor";

interface Someone {
  role: "USER" | "ADMIN";
  id: string;
  companyId: string;
}

/** The actor of a member or an admin who has just logged in. */
export function freshActor(
  { role, id, companyId }: Someone,
  change: Partial<Pick<AdminActor, "isSteppedUp">> = {},
): MemberActor | AdminActor {
  const session = { id, companyId, sessionId: "test" };
  return role === "ADMIN"
    ? { role, ...session, isSteppedUp: true, ...change }
    : { role, ...session };
}
