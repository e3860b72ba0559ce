import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { endExpiryNotices, lockExpiryNotices } from "@server/orders/queries/end-holds";
import { type Contents, mailIfReachable } from "@server/orders/records/notify-members";

const NOTIFIED_TOGETHER = 50;

/**
 * Notifies members that the hold of their order has ended, and of what to do if they have already paid,
 * or that a payment waits for its decision without reserved tokens. Runs after the transactions that
 * ended the holds; they mark the orders, so a crash in between loses no notice. Returns the number of
 * orders.
 */
export async function notifyExpired(db: Executor, { jobs }: Pick<Deps, "jobs">): Promise<number> {
  for (let all = 0, notified = NOTIFIED_TOGETHER; ; all += notified) {
    if (notified < NOTIFIED_TOGETHER) return all;
    notified = await transact(db, async (tx) => {
      const expired = await lockExpiryNotices(tx, NOTIFIED_TOGETHER);
      for (const { companyId: id, orderNumber, releasedAfterDays: days, member } of expired) {
        const contents: Contents =
          days === null
            ? { template: "orderExpired", params: { orderNumber } }
            : { template: "orderReleased", params: { orderNumber, days } };
        await jobs.notify(tx, ...mailIfReachable({ company: { id } }, member, contents));
      }
      if (expired.length > 0) await endExpiryNotices(tx, expired);
      return expired.length;
    });
  }
}
