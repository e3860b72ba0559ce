import type { Actor } from "@server/access/call/actor";
import { freshActor } from "./actors";
import type { RestFixtures } from "./rest-expectations";
import type { RestHarness, RestRole } from "./rest-harness";

/** Creates two companies with people in every role; resets all counters. */
export async function createRestFixtures(harness: RestHarness): Promise<RestFixtures> {
  await harness.database.sql`DELETE FROM login_throttles`;
  const companyId = await harness.company({ maxPendingOrders: 50 });
  const otherId = await harness.company();
  const superAdmin = await harness.superAdmin();
  const appSecret = await harness.authenticator(superAdmin);
  return {
    harness,
    companyId,
    otherId,
    member: await harness.person(companyId, "USER"),
    otherMember: await harness.person(otherId, "USER"),
    admin: await harness.person(companyId, "ADMIN"),
    otherAdmin: await harness.person(otherId, "ADMIN"),
    superAdmin: { ...superAdmin, appSecret },
  };
}

export function actorOf(fixtures: RestFixtures, who: RestRole): Actor {
  const people = {
    member: fixtures.member,
    "other member": fixtures.otherMember,
    admin: fixtures.admin,
    "other admin": fixtures.otherAdmin,
  };
  if (who === "nobody") return { role: "NOBODY" };
  if (who === "super admin") {
    return {
      role: "SUPER_ADMIN",
      id: fixtures.superAdmin.id,
      sessionId: "test",
      isSteppedUp: true,
      hasSecondFactor: true,
    };
  }
  return freshActor(people[who]);
}

/** Creates a new token for a role; null for "nobody". */
export async function tokenOf(fixtures: RestFixtures, who: RestRole): Promise<string | null> {
  const actor = actorOf(fixtures, who);
  return actor.role === "NOBODY" ? null : fixtures.harness.tokenFor(actor);
}
