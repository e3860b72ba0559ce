import type { CompanyContext } from "@server/access";
import type { Order } from "@db/schema";
import { identityRulesOf } from "@server/companies/rules/identity";
import { limitsPersons, personRefusal } from "@server/companies/rules/person-limits";
import { ordersOfPerson } from "@server/orders/queries/person-orders";

/**
 * Tells how an order comes among those of its person: a NEW one, one whose hold had ended (AGAIN), or
 * one that is among them already (COUNTED).
 */
export type PersonCount = "NEW" | "AGAIN" | "COUNTED";

/**
 * Refuses an order that exceeds what its person may have, with the refusals of `personRefusal`. The
 * pool's row is locked, so that of several orders at once each is counted.
 */
export async function assertWithinPerson(
  { db, company }: Pick<CompanyContext, "db" | "company">,
  { companyId, memberId }: Pick<Order, "companyId" | "memberId">,
  counts: PersonCount,
): Promise<void> {
  const rules = identityRulesOf(company.settings);
  if (counts === "COUNTED" || !limitsPersons(rules)) return;
  const person = await ordersOfPerson(db, rules, { companyId, memberId });
  const refusal = personRefusal(rules, person, { isNew: counts === "NEW" });
  if (refusal) throw refusal;
}
