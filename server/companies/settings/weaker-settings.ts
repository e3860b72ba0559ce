import type { Company } from "@server/sites";
import { findPerson } from "@server/messages";
import type { CompanySettings } from "@db/schema";
import type { AdminActor, CompanyContext } from "@server/access";
import { smsCountriesOf } from "@server/platform/rules/people/countries";
import { retentionOf, rewardHoldOf } from "@server/companies/rules/retention";
import { asksForMoney } from "@server/companies/rules/allowance";
import { notifyCompany } from "@server/companies/second-admin/notify-company";

interface Change {
  before: CompanySettings;
  after: CompanySettings;
}

/**
 * Tells which rows are deleted earlier than before; for proofs also those that were never deleted.
 */
function shortened({ before, after }: Change): { proofs: boolean; messages: boolean } {
  const [from, to] = [retentionOf(before), retentionOf(after)];
  return {
    proofs: (to.proofYears ?? Infinity) < (from.proofYears ?? Infinity),
    messages: to.messageDays < from.messageDays,
  };
}

/**
 * True if a change deletes evidence earlier, holds rewards for a shorter time or for fewer reasons, sends text messages to another country, or switches a
 * protection off.
 */
export function weakens(change: Change): boolean {
  const { before, after } = change;
  const { proofs, messages } = shortened(change);
  const countries = smsCountriesOf(before);
  const [held, holds] = [rewardHoldOf(before), rewardHoldOf(after)];
  return (
    proofs ||
    messages ||
    holds.rewardHoldDays < held.rewardHoldDays ||
    (holds.rewardVerifiedAbove ?? Infinity) > (held.rewardVerifiedAbove ?? Infinity) ||
    smsCountriesOf(after).some((country) => !countries.includes(country)) ||
    (asksForMoney(before) && !asksForMoney(after))
  );
}

/**
 * Mails the company that proofs or messages are deleted earlier: the next night deletes for good. Call
 * it in the change's transaction.
 */
export async function notifyOfShorterRetention(
  ctx: CompanyContext<AdminActor>,
  { before, after }: { before: Company; after: Company },
): Promise<void> {
  const change = { before: before.settings, after: after.settings };
  const { proofs, messages } = shortened(change);
  if (!proofs && !messages) return;
  const by = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  const [from, to] = [retentionOf(change.before), retentionOf(change.after)];
  const params = {
    by: by?.name ?? "",
    proofYears: proofs ? String(to.proofYears) : "",
    proofYearsBefore: String(from.proofYears ?? ""),
    messageDays: messages ? String(to.messageDays) : "",
    messageDaysBefore: String(from.messageDays),
  };
  await notifyCompany(ctx, { template: "retentionShortened", params }, { contacts: true });
}
