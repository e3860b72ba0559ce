import type { AdminRole } from "@db/vocabulary";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import type { AdminActor, MemberActor } from "@server/access/call/actor";

interface Someone {
  role: "USER" | "ADMIN";
  adminRole?: AdminRole | null | undefined;
  id: string;
  companyId: string;
}

/** Returns the actor of a member or an admin who has just logged in. */
export function freshActor(
  { role, adminRole, id, companyId }: Someone,
  change: Partial<Pick<AdminActor, "isSteppedUp">> = {},
): MemberActor | AdminActor {
  const session = { id, companyId, sessionId: "test" };
  return role === "ADMIN"
    ? { role, adminRole: adminRoleOf(adminRole), ...session, isSteppedUp: true, ...change }
    : { role, ...session };
}
