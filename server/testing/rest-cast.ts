import type { Actor } from "@server/context/actor";
import type { Cast } from "./rest-expectations";
import type { RestWorld, RoleAtTheDoor } from "./rest-world";

/** Two companies and everybody at them; nothing is counted against anyone yet. */
export async function newCast(world: RestWorld): Promise<Cast> {
  await world.database.sql`DELETE FROM login_throttles`;
  const companyId = await world.company({ maxPendingOrders: 50 });
  const otherId = await world.company();
  return {
    world,
    companyId,
    otherId,
    member: await world.person(companyId, "USER"),
    otherMember: await world.person(otherId, "USER"),
    admin: await world.person(companyId, "ADMIN"),
    otherAdmin: await world.person(otherId, "ADMIN"),
    superAdmin: await world.superAdmin(),
  };
}

/** Who that is, as procedures know them. */
export function actorOf(cast: Cast, who: RoleAtTheDoor): Actor {
  const people = {
    member: cast.member,
    "other member": cast.otherMember,
    admin: cast.admin,
    "other admin": cast.otherAdmin,
  };
  if (who === "nobody") return { role: "NOBODY" };
  if (who === "super admin") {
    return { role: "SUPER_ADMIN", id: cast.superAdmin.id, sessionId: "test" };
  }
  const { role, id, companyId } = people[who];
  return { role, id, companyId, sessionId: "test" };
}

/** A fresh token of theirs; nobody has none. */
export async function tokenOf(cast: Cast, who: RoleAtTheDoor): Promise<string | null> {
  const actor = actorOf(cast, who);
  return actor.role === "NOBODY" ? null : cast.world.tokenFor(actor);
}
