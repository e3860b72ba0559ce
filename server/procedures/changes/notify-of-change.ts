import { type PendingChange, listContacts } from "@db/queries/pending-changes";
import { findPerson, listAdmins } from "@db/queries/recipients";
import { formatDateTime } from "@server/domain/dates/dates";
import { TRUSTED_AFTER_HOURS } from "@server/domain/changes/second-admin";
import { maskAccountNumber } from "@server/domain/members/masking";
import type { AdminActor } from "@server/context/actor";
import type { ChangeEvent, Message } from "@server/delivery/message-templates";
import type { CompanyContext } from "@server/procedures/trpc";

type AdminContext = CompanyContext<AdminActor>;

/**
 * Mails every active admin of the company, and, where money is concerned that no second admin has seen
 * or that goes elsewhere from now on, the company's own address and its support, old and new.
 */
export async function notifyOfChange(
  ctx: AdminContext,
  change: PendingChange,
  event: ChangeEvent,
): Promise<void> {
  const { db, company } = ctx;
  const [requester, admins] = await Promise.all([
    findPerson(db, company.id, change.requestedBy),
    listAdmins(db, company.id),
  ]);
  const isApproval = change.kind === "ORDER_APPROVAL" || change.kind === "PAYMENT_ALLOCATION";
  const isPublic = change.isCoolOff || !isApproval;
  const contacts = isPublic ? await listContacts(db, company.id, TRUSTED_AFTER_HOURS) : [];
  const params = {
    change: event === "REQUESTED" && change.isCoolOff ? ("COOL_OFF" as const) : event,
    kind: change.kind,
    subject: labelOf(change),
    by: requester?.name ?? "",
    at: formatDateTime(change.endsAt),
  };
  const to = new Set<string>();
  const messages: Message[] = [];
  const add = (address: string, language: Message["language"], userId: string | null) => {
    if (to.has(address.toLowerCase())) return;
    to.add(address.toLowerCase());
    messages.push({
      template: "changeWaiting",
      params,
      channel: "EMAIL",
      address,
      language,
      companyId: company.id,
      userId,
    });
  };
  for (const admin of admins) add(admin.email, admin.language, admin.id);
  for (const address of contacts) add(address, ctx.language, null);
  await ctx.deps.jobs.notify(db, ...messages);
}

/** What a change is about, in the mails: an account by its masked number, an order by its own. */
function labelOf({ change: { before, after } }: PendingChange): string {
  const side = after ?? before ?? {};
  const { bankName, accountNumber, upi, orderNumber } = side;
  return [
    orderNumber,
    bankName,
    typeof accountNumber === "string" ? maskAccountNumber(accountNumber) : null,
    upi,
  ]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" ");
}
