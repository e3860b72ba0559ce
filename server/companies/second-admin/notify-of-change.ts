import type { PendingChange } from "@server/companies/queries/pending-changes";
import { findPerson, type ChangeEvent } from "@server/messages";
import { isApproval } from "@server/access/rules/second-admin";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { maskAccountNumber } from "@server/platform/rules/people/masking";
import { type NoticeContext, notifyCompany } from "./notify-company";

/**
 * Mails every active admin of the company, and, where money is concerned that no second admin has seen
 * or that goes elsewhere from now on, the company's own address and its support, old and new.
 */
export async function notifyOfChange(
  ctx: NoticeContext,
  change: PendingChange,
  event: ChangeEvent,
): Promise<void> {
  const { db, company } = ctx;
  const requester = await findPerson(db, company.id, change.requestedBy);
  const params = {
    change: event === "REQUESTED" && change.isCoolOff ? ("COOL_OFF" as const) : event,
    kind: change.kind,
    subject: labelOf(change),
    by: requester?.name ?? "",
    at: formatDateTime(change.endsAt),
  };
  const contacts = change.isCoolOff || !isApproval(change.kind);
  await notifyCompany(ctx, { template: "changeWaiting", params }, { contacts });
}

/** Names the subject of a change in mails: an account by its masked number, an order by its own. */
function labelOf({ change: { before, after } }: PendingChange): string {
  const side = after ?? before ?? {};
  const { bankName, accountNumber, upi, orderNumber, member } = side;
  return [
    orderNumber,
    member,
    bankName,
    typeof accountNumber === "string" ? maskAccountNumber(accountNumber) : null,
    upi,
  ]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" ");
}
