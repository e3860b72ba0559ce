import { mailTo } from "@server/messages/rules/mail-to";
import { type Executor, transact } from "@db/client";
import { claimDigest, listDueDigests, listOldestWaiting } from "@server/office/queries/digests";
import { listAdminsToNotify, type Message, type MessageParams } from "@server/messages";
import type { Deps } from "@server/access";
import { sweepEach } from "@server/platform";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { DEFAULT_DIGEST_HOUR } from "@server/companies/rules/digest";
import { readWork } from "./admin-work";

/** Orders that a mail links to; more are behind its button. */
const MOST_LINKED = 20;

/** Companies of one sweep; the next one goes on. */
const MOST_COMPANIES = 200;

/** Tests pass an instant instead of the database's, and a claim that protects from nothing. */
interface Made {
  at?: Date | null;
  claim?: typeof claimDigest;
}

/**
 * The sweep: mails to the admins of each company, from its hour on, what waits for them, once a day
 * (product.md §2). Where nothing waits, there is no mail that day. The day is taken in the transaction
 * that stores the mails, so that of several instances one stores them, and one that stops loses none.
 * One company's fault leaves the others theirs; all are thrown at the end. Returns how many mails it
 * stored.
 */
export async function sendDigests(
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  { at = null, claim = claimDigest }: Made = {},
): Promise<number> {
  const due = { at, defaultHour: DEFAULT_DIGEST_HOUR, limit: MOST_COMPANIES };
  const companies = await listDueDigests(db, due);
  return sweepEach(companies, "Some daily mails were not stored.", (companyId) =>
    transact(db, async (tx) => {
      if (!(await claim(tx, companyId, at))) return 0;
      const mails = await mailsOf(tx, companyId);
      await jobs.notify(tx, ...mails);
      return mails.length;
    }),
  );
}

async function mailsOf(tx: Executor, companyId: string): Promise<Message[]> {
  const admins = await listAdminsToNotify(tx, companyId, "DAILY");
  if (admins.length === 0) return [];
  const params = await contentsOf(tx, companyId);
  return params === null
    ? []
    : admins.map((admin) => ({
        template: "orderDigest",
        params,
        ...mailTo(companyId, admin),
      }));
}

/** A number in words of the mail; empty for none, which it then leaves out. */
const some = (count: number): string => (count === 0 ? "" : formatQuantity(count));

/** Returns null where nothing waits. */
async function contentsOf(
  tx: Executor,
  companyId: string,
): Promise<MessageParams["orderDigest"] | null> {
  const work = await readWork({ db: tx, deps: {}, company: { id: companyId } });
  const { waiting, flagged, entries, unallocatedPayments } = work;
  const { CERTAIN: certain, NONE: unmatched } = entries;
  const inBank = Object.values(entries).reduce((sum, { count }) => sum + count, 0);
  if (waiting.count + inBank + unallocatedPayments === 0) return null;
  const oldest = await listOldestWaiting(tx, companyId, MOST_LINKED);
  const since = (at: Date): string => formatDateTime(at);
  return {
    change: waiting.count > 0 ? "DECISIONS" : "MONEY",
    waiting: some(waiting.count),
    total: formatRupees(waiting.paise),
    since: waiting.oldestAt === null ? "" : since(new Date(waiting.oldestAt)),
    flagged: some(flagged),
    certain: some(certain.count),
    certainTotal: formatRupees(certain.paise),
    unmatched: some(unmatched.count),
    unmatchedTotal: formatRupees(unmatched.paise),
    open: some(unallocatedPayments),
    listed: waiting.count > oldest.length ? formatQuantity(oldest.length) : "",
    orders: oldest.map(({ missingPaise, submittedAt, ...order }) => ({
      ...order,
      total: formatRupees(missingPaise),
      since: since(submittedAt),
    })),
  };
}
