import { listContacts } from "@db/queries/pending-changes";
import { listAdmins } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import type { Message, MessageParams } from "@server/delivery/message-templates";
import { ADMIN_CHANGE_HOURS } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";

/** What a whole company is told of. */
type Notice =
  | "adminChanged"
  | "changeWaiting"
  | "priceChanged"
  | "retentionShortened"
  | "hostChanged";
type Notification = { [K in Notice]: { template: K; params: MessageParams[K] } }[Notice];

/** An admin's context, or that of a super admin with the company. */
export type NoticeContext = Pick<
  CompanyContext<AdminActor>,
  "db" | "deps" | "company" | "language"
>;

/**
 * Mails every active admin of the company; with `contacts` also its own address, its support, and what
 * an admin could have silenced in the last days: the support's earlier address, and those of admins whose
 * accounts were altered. `except`: an admin whom it is about, and who has nothing to do.
 */
export async function notifyCompany(
  { db, deps, company, language }: NoticeContext,
  notification: Notification,
  { contacts, except }: { contacts: boolean; except?: string },
): Promise<void> {
  const [admins, addresses] = await Promise.all([
    listAdmins(db, company.id),
    contacts ? listContacts(db, company.id, ADMIN_CHANGE_HOURS) : [],
  ]);
  const to = new Map<string, Pick<Message, "address" | "language" | "userId">>();
  const add = (recipient: Pick<Message, "address" | "language" | "userId">) => {
    const key = recipient.address.toLowerCase();
    if (!to.has(key)) to.set(key, recipient);
  };
  for (const { email, language, id } of admins) {
    if (id !== except) add({ address: email, language, userId: id });
  }
  for (const { address, language: own } of addresses) {
    add({ address, language: own ?? language, userId: null });
  }
  const messages = [...to.values()].map((recipient): Message => ({
    ...notification,
    ...recipient,
    channel: "EMAIL",
    companyId: company.id,
  }));
  await deps.jobs.notify(db, ...messages);
}
