import { PLATFORM_ID } from "@db/platform";
import type { SignedInActor } from "@server/access";

/** Names the person for whom the file processes work, and that person's company. */
export const workOwner = (actor: SignedInActor) => ({
  person: actor.id,
  company: "companyId" in actor ? actor.companyId : PLATFORM_ID,
});
