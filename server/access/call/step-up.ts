import { refuse } from "@server/platform/rules/refusals/refuse";
import { STEP_UP } from "@server/access/rules/calls";
import type { SignedInActor } from "./actor";

/** Refuses with STEP_UP_REQUIRED a session whose person has not proved themself recently. */
export function requireStepUp(actor: SignedInActor): void {
  if (actor.role === "USER" || !actor.isSteppedUp) throw refuse("STEP_UP_REQUIRED");
}

/** Refuses like `requireStepUp` where the table asks it of the procedure. */
export function requireStepUpFor(procedure: string, actor: SignedInActor): void {
  const need = STEP_UP.get(procedure);
  if (need === undefined) throw new Error(`${procedure} is not in the table of step-ups.`);
  if (need === "always") requireStepUp(actor);
}
