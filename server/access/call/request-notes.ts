import type { Actor } from "./actor";

/** What the log and the metrics say of a request besides its path, once it is known. */
export interface RequestNotes {
  /** The pattern of the address, such as `/user/receipts/:orderNumber`: few values, no ids. */
  route?: string;
  role?: Actor["role"];
  personId?: string;
  companyId?: string;
}

/** Who makes a request and at which company, as far as it is known, for a line of the log. */
export function whoIn(notes: RequestNotes | undefined): Omit<RequestNotes, "route"> {
  const who = { ...notes };
  delete who.route;
  return who;
}

/** Notes who makes a request. Of several sessions of a browser the last one that was used. */
export function noteActor(notes: RequestNotes | undefined, actor: Actor): void {
  if (!notes || actor.role === "NOBODY") return;
  notes.role = actor.role;
  notes.personId = actor.id;
  if ("companyId" in actor) notes.companyId = actor.companyId;
}
