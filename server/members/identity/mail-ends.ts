import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { takeEnding } from "@server/members/queries/identity-ends";
import { mailTo } from "@server/messages/rules/mail-to";
import { formatDate } from "@server/platform/rules/dates/dates";

/** Mails of one transaction. */
const TOGETHER = 500;

/**
 * The sweep: mails members whose verification ends in at most 30 days, and again in at most 7, each once;
 * none while what they sent anew is checked. Returns how many mails it stored.
 */
export async function mailEnds(
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  now = new Date(),
): Promise<number> {
  let stored = 0;
  for (let found = TOGETHER; found === TOGETHER; stored += found) {
    found = await transact(db, async (tx) => {
      const ending = await takeEnding(tx, now, TOGETHER);
      const mails = ending.map(({ companyId, verifiedUntil, ...member }) => ({
        ...mailTo(companyId, member),
        template: "identityEnds" as const,
        params: { day: formatDate(verifiedUntil) },
      }));
      await jobs.notify(tx, ...mails);
      return mails.length;
    });
  }
  return stored;
}
