import type { AdminRole } from "@db/vocabulary";
import { LEAST_ADMIN_ROLE } from "./calls";

const RANK: Readonly<Record<AdminRole, number>> = { VIEWER: 0, CASHIER: 1, OWNER: 2 };

/** True if an admin of this role may make a call; nobody may make an unknown call. */
export function mayCall(role: AdminRole, call: string): boolean {
  const least = LEAST_ADMIN_ROLE.get(call);
  return least !== undefined && RANK[role] >= RANK[least];
}

/** Returns an admin's stored role; an admin from before these roles is an owner. */
export const adminRoleOf = (stored: AdminRole | null | undefined): AdminRole => stored ?? "OWNER";

/** Lists the calls that a role does not allow. An owner has none. */
export const callsAboveRole = (role: AdminRole): string[] =>
  [...LEAST_ADMIN_ROLE.keys()].filter((call) => !mayCall(role, call));
