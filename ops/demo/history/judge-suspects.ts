import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import type { Deps } from "@server/access";
import { judgeDueRewards, signOfNetwork } from "@server/orders/risk/judge";
import { keepSigns, type Secrets } from "@server/platform";
import {
  signOfEmail,
  signOfMobile,
  signOfWallet,
  typedUnless,
} from "@server/platform/rules/risk/risk";
import type { CompanyHistory } from "./company-history";

/** Keeps the signs of the suspects and of those who invited them, as their registrations would have. */
export async function keepSuspectsSigns(
  tx: Executor,
  secrets: Secrets,
  { company, suspects }: CompanyHistory,
): Promise<void> {
  const people = new Set(suspects.flatMap((one) => [one, ...(one.referrer ? [one.referrer] : [])]));
  for (const { id: memberId, email, mobile, walletAddress, suspicion } of people) {
    await keepSigns(tx, secrets, { companyId: company.id, memberId }, [
      signOfEmail(email),
      ...typedUnless(false, signOfMobile(mobile)),
      ...(walletAddress ? typedUnless(false, signOfWallet(walletAddress)) : []),
      ...(suspicion === "SHARED_NETWORK" ? [signOfNetwork("203.0.113.7")] : []),
    ]);
  }
}

/** Lets the product judge the suspects' rewards. One of the referrers has answered. */
export async function judgeSuspects(
  deps: Pick<Deps, "database" | "secrets">,
  { company }: CompanyHistory,
): Promise<void> {
  await judgeDueRewards(deps);
  const isAnswered = sql`c.reasons @> '[{"rule": "SHARED_PAYER"}]' AND o.status = 'APPROVED'`;
  await deps.database.db.execute(sql`
    UPDATE reward_cases c SET created_at = o.submitted_at,
           answer = CASE WHEN ${isAnswered} THEN 'We are two of one family and pay from one account.' END,
           answered_at = CASE WHEN ${isAnswered} THEN o.submitted_at END
      FROM orders o WHERE c.company_id = ${company.id} AND o.company_id = c.company_id AND o.id = c.order_id`);
}
