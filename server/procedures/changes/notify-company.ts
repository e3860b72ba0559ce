import { listContacts } from "@db/queries/pending-changes";
import { listAdmins } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import type { Message, MessageParams } from "@server/delivery/message-templates";
import { TRUSTED_AFTER_HOURS } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";

/** What a whole company is told of. */
type Told = {
  [K in "changeWaiting" | "priceChanged"]: { template: K; params: MessageParams[K] };
}["changeWaiting" | "priceChanged"];

/**
 * Mails every active admin of the company; with `contacts` also its own address, its support, and what
 * an admin could have silenced in the last day.
 */
export async function notifyCompany(
  { db, deps, company, language }: CompanyContext<AdminActor>,
  told: Told,
  { contacts }: { contacts: boolean },
): Promise<void> {
  const [admins, addresses] = await Promise.all([
    listAdmins(db, company.id),
    contacts ? listContacts(db, company.id, TRUSTED_AFTER_HOURS) : [],
  ]);
  const to = new Map<string, Pick<Message, "address" | "language" | "userId">>();
  const add = (recipient: Pick<Message, "address" | "language" | "userId">) => {
    const key = recipient.address.toLowerCase();
    if (!to.has(key)) to.set(key, recipient);
  };
  for (const { email, language, id } of admins) add({ address: email, language, userId: id });
  for (const address of addresses) add({ address, language, userId: null });
  const messages = [...to.values()].map((recipient): Message => ({
    ...told,
    ...recipient,
    channel: "EMAIL",
    companyId: company.id,
  }));
  await deps.jobs.notify(db, ...messages);
}
