import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { listHoldings } from "@server/launch/queries/holdings";
import { listLaunching, takeRecipients } from "@server/launch/queries/launch-mails";
import { calendarOf } from "@server/launch/rules/calendar";
import { type DueMail, dueMail } from "@server/launch/rules/launch-mails";
import { plansOf } from "@server/launch/rules/unlock-plan";
import type { Message } from "@server/messages";
import { mailTo } from "@server/messages/rules/mail-to";
import { sweepEach } from "@server/platform";
import { dateInIndia, formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";

type Launching = Awaited<ReturnType<typeof listLaunching>>[number];

/** Mails of one transaction, and of one sweep; the next sweep goes on. */
const TOGETHER = 500;
const MOST = 5000;

/**
 * The sweep: mails members who hold tokens and have proven no wallet 30, 7 and 1 days before the launch, and
 * those of whose tokens a part is free. Each is sent once for its day: what was sent is stored with the
 * mails. Returns how many it stored.
 */
export async function mailLaunch(
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  now = new Date(),
): Promise<number> {
  return sweepEach(await listLaunching(db), "Some launches were not mailed.", async (company) => {
    const due = company.launchAt && dueMail(company.launchAt, plansOf(company), now);
    if (!due) return 0;
    let stored = 0;
    for (let found = TOGETHER; found === TOGETHER && stored < MOST;) {
      found = await transact(db, async (tx) => {
        const some = await takeRecipients(tx, company.id, { ...due, limit: TOGETHER });
        const mails = await mailsOf(tx, company, due, some.taken);
        await jobs.notify(tx, ...mails);
        stored += mails.length;
        return some.found;
      });
    }
    return stored;
  });
}

async function mailsOf(
  tx: Executor,
  company: Launching,
  { kind, day }: DueMail,
  members: Awaited<ReturnType<typeof takeRecipients>>["taken"],
): Promise<Message[]> {
  const { launchAt, tokenSymbol: token } = company;
  if (!launchAt || members.length === 0) return [];
  if (kind !== "FREE") {
    return members.map((member) => ({
      ...mailTo(company.id, member),
      template: "walletNeeded",
      params: { quantity: formatQuantity(member.tokens), token, at: formatDateTime(launchAt) },
    }));
  }
  const ids = members.map(({ id }) => id);
  const holdings = await listHoldings(tx, company.id, ids);
  const ofMember = new Map(ids.map((id) => [id, [] as typeof holdings]));
  for (const one of holdings) ofMember.get(one.memberId)?.push(one);
  return members.flatMap((member): Message[] => {
    const own = ofMember.get(member.id) ?? [];
    const parts = calendarOf(own, plansOf(company), dateInIndia(launchAt));
    const part = parts.find((one) => one.day === day);
    if (!part) return [];
    return [
      {
        ...mailTo(company.id, member),
        template: "tokensFree",
        params: {
          quantity: formatQuantity(Number(part.amount)),
          token,
          hasWallet: member.hasWallet,
        },
      },
    ];
  });
}
