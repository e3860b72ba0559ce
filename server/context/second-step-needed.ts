import type { Executor } from "@db/client";
import { lacksSecondStep } from "@db/queries/second-steps";
import { refuse } from "@server/domain/refusals/refuse";
import type { Actor } from "./actor";

/** The one question that shuts a desk: an admin without the authenticator app their company asks for. */
export async function refuseWithoutSecondStep(db: Executor, actor: Actor): Promise<void> {
  if (actor.role === "ADMIN" && (await lacksSecondStep(db, actor))) {
    throw refuse("SECOND_STEP_NEEDED");
  }
}
