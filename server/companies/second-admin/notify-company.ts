import { findCompany } from "@server/sites";
import { listAdmins, listAdminsWhoLogIn, type Message, type MessageParams } from "@server/messages";
import type { Language } from "@db/vocabulary";
import type { CompanyContext } from "@server/access";

type Notice =
  | "adminChanged"
  | "beneficiaryChanged"
  | "changeWaiting"
  | "machineChanged"
  | "memberUnverified"
  | "priceChanged"
  | "retentionShortened"
  | "hostChanged"
  | "walletShared"
  | "walletLost";
type Notification = { [K in Notice]: { template: K; params: MessageParams[K] } }[Notice];

/** The context of an admin or a member, or that of a super admin with the company. */
export type NoticeContext = Pick<CompanyContext, "db" | "deps" | "language"> & {
  company: { id: string };
};

/**
 * Mails every active admin of the company who has accepted the invitation; with `contacts` also its own
 * address, its support, and `former`, the address that an altered admin had. `except`: an admin whom it is
 * about, and who has nothing to do.
 */
export async function notifyCompany(
  { db, deps, company, language }: NoticeContext,
  notification: Notification,
  {
    contacts,
    former,
    except,
  }: {
    contacts: boolean;
    former?: { email: string; language: Language };
    except?: string;
  },
): Promise<void> {
  const [admins, found] = await Promise.all([
    // A new admin is told of the own promotion before the first login.
    notification.template === "adminChanged"
      ? listAdmins(db, company.id)
      : listAdminsWhoLogIn(db, company.id),
    contacts ? findCompany(db, company.id) : undefined,
  ]);
  const to = new Map<string, Pick<Message, "address" | "language" | "userId">>();
  const add = (recipient: Pick<Message, "address" | "language" | "userId">) => {
    const key = recipient.address.toLowerCase();
    if (!to.has(key)) to.set(key, recipient);
  };
  for (const { email, language, id } of admins) {
    if (id !== except) add({ address: email, language, userId: id });
  }
  if (former) add({ address: former.email, language: former.language, userId: null });
  for (const address of [found?.email, found?.settings.supportEmail]) {
    if (address) add({ address, language, userId: null });
  }
  const messages = [...to.values()].map((recipient): Message => ({
    ...notification,
    ...recipient,
    channel: "EMAIL",
    companyId: company.id,
  }));
  await deps.jobs.notify(db, ...messages);
}
