import { type Actor, loggedRole } from "./actor";

/** Fields that the log and the metrics add to a request's path, once they are known. */
export interface RequestNotes {
  /**
   * The pattern of the address, such as `/user/receipts/:orderNumber`: it has few values and no
   * ids.
   */
  route?: string;
  role?: ReturnType<typeof loggedRole>;
  personId?: string;
  companyId?: string;
}

/** Returns the person and company of a request, as far as they are known, for its log line. */
export function whoIn(notes: RequestNotes | undefined): Omit<RequestNotes, "route"> {
  const who = { ...notes };
  delete who.route;
  return who;
}

/** Notes who makes a request. A browser with several sessions is noted by the last one used. */
export function noteActor(notes: RequestNotes | undefined, actor: Actor): void {
  if (!notes || actor.role === "NOBODY") return;
  notes.role = loggedRole(actor);
  notes.personId = actor.id;
  if ("companyId" in actor) notes.companyId = actor.companyId;
}
