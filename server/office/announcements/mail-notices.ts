import { mailTo } from "@server/messages/rules/mail-to";
import { type Executor, transact } from "@db/client";
import { findCompany } from "@server/sites";
import {
  deleteOldMailings,
  type DueMailing,
  findMailed,
  listDueMailings,
  listMailedMembers,
  lockMailing,
  saveMailing,
  type Message,
} from "@server/messages";
import type { Deps } from "@server/access";
import { sweepEach } from "@server/platform";
import type { Language } from "@db/vocabulary";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatPrice } from "@server/platform/rules/money/format";

/** Mails of one transaction, and of one sweep; the next sweep goes on. */
const BATCH = { together: 500, most: 5000, mailings: 20 } as const;

/**
 * The sweep: mails announcements, new prices and near launches to the members who chose mails, each once. How far it
 * came is stored with the mails, so that a process that stops loses none and repeats none. One
 * company's fault leaves the others theirs; all are thrown at the end. Returns how many it stored.
 */
export async function mailNotices(
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  { together, most, mailings }: { together: number; most: number; mailings: number } = BATCH,
): Promise<number> {
  await deleteOldMailings(db, 1000);
  let stored = 0;
  await sweepEach(
    await listDueMailings(db, mailings),
    "Some notices were not mailed.",
    async (due) => {
      for (let some = together; some === together && stored < most; stored += some) {
        some = await transact(db, (tx) => mailSome(tx, { jobs }, due, together));
      }
      return stored;
    },
  );
  return stored;
}

/** Stores the next mails; fewer than `limit` if none is left. */
async function mailSome(
  tx: Executor,
  { jobs }: Pick<Deps, "jobs">,
  due: DueMailing,
  limit: number,
): Promise<number> {
  const mailing = await lockMailing(tx, due);
  if (!mailing) return 0;
  const [notice, company] = [await findMailed(tx, due), await findCompany(tx, due.companyId)];
  const members =
    notice && company?.status === "ACTIVE"
      ? await listMailedMembers(tx, due.companyId, {
          audience: notice.audience,
          after: mailing.through,
          before: notice.at,
          limit,
        })
      : [];
  const contentsIn = (language: Language) => {
    switch (due.kind) {
      case "PRICE":
        return {
          template: "newPrice" as const,
          params: {
            price: formatPrice(notice?.priceMicroRupees ?? 0),
            token: company?.tokenSymbol ?? "",
          },
        };
      case "ANNOUNCEMENT":
        return {
          template: "announcement" as const,
          params: { title: notice?.title ?? "", text: notice?.text ?? "" },
        };
      case "LAUNCH":
        return {
          template: "reminder" as const,
          params: {
            change: "LAUNCH_NEAR" as const,
            text: company?.settings.reminders?.LAUNCH_NEAR?.texts[language] ?? "",
            at: formatDateTime(notice?.at ?? new Date(0)),
            token: company?.tokenSymbol ?? "",
          },
        };
    }
  };
  await jobs.notify(
    tx,
    ...members.map((member): Message => ({
      ...contentsIn(member.language),
      ...mailTo(due.companyId, member),
    })),
  );
  const through = members.at(-1)?.id ?? null;
  await saveMailing(tx, due, { through, isDone: members.length < limit });
  return members.length;
}
